BEGIN TRANSACTION;
CREATE TABLE beats (daemon TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL);
INSERT INTO "beats" VALUES('vm:12325','2026-11-30T06:46:57.534672+00:00');
CREATE TABLE format (version INTEGER NOT NULL);
INSERT INTO "format" VALUES(1);
CREATE TABLE identities (
  kind TEXT NOT NULL, value TEXT NOT NULL, name TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (kind, value)
);
INSERT INTO "identities" VALUES('key','SHA256:Ada','Ada');
INSERT INTO "identities" VALUES('key','SHA256:Ben','Ben');
CREATE TABLE invites (
  sealed TEXT NOT NULL PRIMARY KEY, made_by TEXT NOT NULL, uses INTEGER NOT NULL, expires TEXT NOT NULL
);
INSERT INTO "invites" VALUES('3749cb48ee6e8dd6738012fc45cdabda219ccc1a1c46b6525d0f2072a65d90e4','',3,'2126-11-06T06:46:57.751647+00:00');
CREATE TABLE marks (
  name TEXT NOT NULL REFERENCES users ON DELETE CASCADE, table_id TEXT NOT NULL, seen INTEGER,
  spoken INTEGER NOT NULL, draft TEXT NOT NULL, noticed INTEGER NOT NULL, PRIMARY KEY (name, table_id)
);
INSERT INTO "marks" VALUES('Ada','7b8001',23,0,'',0);
INSERT INTO "marks" VALUES('Ben','7b8001',23,0,'',0);
INSERT INTO "marks" VALUES('Ada','341c90',0,0,'a plan',0);
CREATE TABLE moves (
  table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, n INTEGER NOT NULL, seat INTEGER NOT NULL,
  action TEXT NOT NULL, digest TEXT NOT NULL, turn INTEGER NOT NULL, outcome TEXT, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "moves" VALUES('7b8001',1,1,'lay c06','',1,NULL,'2026-11-30T06:46:57.686562+00:00');
INSERT INTO "moves" VALUES('7b8001',2,0,'lay c07','',1,NULL,'2026-11-30T06:46:57.698596+00:00');
INSERT INTO "moves" VALUES('7b8001',3,0,'ready','',1,NULL,'2026-11-30T06:46:57.707975+00:00');
INSERT INTO "moves" VALUES('7b8001',4,1,'take-back','',1,NULL,'2026-11-30T06:46:57.709468+00:00');
INSERT INTO "moves" VALUES('7b8001',5,1,'lay c10','',1,NULL,'2026-11-30T06:46:57.710469+00:00');
INSERT INTO "moves" VALUES('7b8001',6,1,'take-back','',1,NULL,'2026-11-30T06:46:57.719536+00:00');
INSERT INTO "moves" VALUES('7b8001',7,1,'lay c10','',1,NULL,'2026-11-30T06:46:57.720663+00:00');
INSERT INTO "moves" VALUES('7b8001',8,1,'take-back','',1,NULL,'2026-11-30T06:46:57.721604+00:00');
INSERT INTO "moves" VALUES('7b8001',9,1,'lay c06','',1,NULL,'2026-11-30T06:46:57.722583+00:00');
INSERT INTO "moves" VALUES('7b8001',10,1,'ready','',1,NULL,'2026-11-30T06:46:57.723561+00:00');
INSERT INTO "moves" VALUES('7b8001',11,0,'provoke 1','',2,NULL,'2026-11-30T06:46:57.724865+00:00');
INSERT INTO "moves" VALUES('7b8001',12,0,'lay c12','',2,NULL,'2026-11-30T06:46:57.726020+00:00');
INSERT INTO "moves" VALUES('7b8001',13,1,'lay c02','',2,NULL,'2026-11-30T06:46:57.727141+00:00');
INSERT INTO "moves" VALUES('7b8001',14,0,'take-back','',2,NULL,'2026-11-30T06:46:57.728140+00:00');
INSERT INTO "moves" VALUES('7b8001',15,1,'ready','',2,NULL,'2026-11-30T06:46:57.729020+00:00');
INSERT INTO "moves" VALUES('7b8001',16,0,'lay c04','',2,NULL,'2026-11-30T06:46:57.730179+00:00');
INSERT INTO "moves" VALUES('7b8001',17,0,'ready','',3,NULL,'2026-11-30T06:46:57.731471+00:00');
INSERT INTO "moves" VALUES('7b8001',18,0,'lay c08','',3,NULL,'2026-11-30T06:46:57.732617+00:00');
INSERT INTO "moves" VALUES('7b8001',19,0,'take-back','',3,NULL,'2026-11-30T06:46:57.733496+00:00');
INSERT INTO "moves" VALUES('7b8001',20,0,'lay c08','b630718de4a5585692821c9f2147e3f8',3,NULL,'2026-11-30T06:46:57.734415+00:00');
INSERT INTO "moves" VALUES('7b8001',21,1,'lay c10','',3,NULL,'2026-11-30T06:46:57.735294+00:00');
INSERT INTO "moves" VALUES('7b8001',22,0,'ready','',3,NULL,'2026-11-30T06:46:57.736183+00:00');
INSERT INTO "moves" VALUES('7b8001',23,1,'ready','',4,'The talks are over.','2026-11-30T06:46:57.737551+00:00');
INSERT INTO "moves" VALUES('341c90',1,0,'lay c04','',1,NULL,'2026-11-30T06:46:57.744826+00:00');
INSERT INTO "moves" VALUES('341c90',2,0,'!undo','',1,NULL,'2026-11-30T06:46:57.745608+00:00');
INSERT INTO "moves" VALUES('341c90',3,0,'lay c04','',1,NULL,'2026-11-30T06:46:57.746389+00:00');
INSERT INTO "moves" VALUES('341c90',4,0,'!undo','',1,NULL,'2026-11-30T06:46:57.747157+00:00');
INSERT INTO "moves" VALUES('341c90',5,0,'lay c04','',1,NULL,'2026-11-30T06:46:57.748015+00:00');
INSERT INTO "moves" VALUES('341c90',6,0,'!undo','',1,NULL,'2026-11-30T06:46:57.748804+00:00');
INSERT INTO "moves" VALUES('341c90',7,0,'lay c04','',1,NULL,'2026-11-30T06:46:57.749572+00:00');
CREATE TABLE tables (
  id TEXT NOT NULL PRIMARY KEY, setup TEXT NOT NULL, meta TEXT NOT NULL, version INTEGER NOT NULL,
  length INTEGER NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL
);
INSERT INTO "tables" VALUES('7b8001','{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":1,"start":""}','{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false},{"user":"Ben","bot":"","invited":"","away":false,"gone":false}],"stage":"ended","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":4,"asked":{},"began":1796021217.6644702,"stirred":1796021217.736992,"outcome":"The talks are over.","winners":[],"wish":null,"rematch":""}',9,23,'2026-11-30T06:46:57.662749+00:00','2026-11-30T06:46:57.737583+00:00');
INSERT INTO "tables" VALUES('b2c252','{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":8641173470587990517,"start":""}','{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false},{"user":"","bot":"","invited":"Ben","away":false,"gone":false},{"user":"","bot":"greedy","invited":"","away":false,"gone":false}],"stage":"gathering","clock":{"kind":"bank","seconds":3600},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":0,"asked":{},"began":0.0,"stirred":0.0,"outcome":"","winners":[],"wish":null,"rematch":""}',1,0,'2026-11-30T06:46:57.740027+00:00','2026-11-30T06:46:57.740027+00:00');
INSERT INTO "tables" VALUES('341c90','{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":2},"seed":1,"start":""}','{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false},{"user":"Ben","bot":"","invited":"","away":false,"gone":false}],"stage":"playing","clock":{"kind":"move","seconds":86400},"clocks":{"turn":1,"runs":{"0":{"began":1796021217.7420592,"due":1796107617.7420592},"1":{"began":1796021217.7420592,"due":1796107617.7420592}},"kept":{},"banks":{},"shown":{},"out":[]},"turn":1,"asked":{"0":[0,1796021217.7420592],"1":[0,1796021217.7420592]},"began":1796021217.7420592,"stirred":1796021217.7420592,"outcome":"","winners":[],"wish":null,"rematch":""}',2,7,'2026-11-30T06:46:57.741368+00:00','2026-11-30T06:46:57.749572+00:00');
CREATE TABLE talk (
  table_id TEXT NOT NULL, n INTEGER NOT NULL, name TEXT NOT NULL, line TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "talk" VALUES('',1,'Ada','hello','2026-11-30T06:46:57.646249+00:00');
INSERT INTO "talk" VALUES('341c90',1,'Ada','your turn','2026-11-30T06:46:57.750217+00:00');
CREATE TABLE users (
  name TEXT NOT NULL PRIMARY KEY, folded TEXT NOT NULL UNIQUE, drawn TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL, preferences TEXT NOT NULL, barred TEXT NOT NULL
);
INSERT INTO "users" VALUES('Ada','ada','ada','2026-11-30T06:46:57.622976+00:00','{"theme": "contrast"}','');
INSERT INTO "users" VALUES('Ben','ben','ben','2026-11-30T06:46:57.644513+00:00','{}','');
COMMIT;
