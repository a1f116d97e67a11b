BEGIN TRANSACTION;
CREATE TABLE beats (daemon TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL);
INSERT INTO "beats" VALUES('vm:12112','2026-12-01T00:47:48.147796+00:00');
CREATE TABLE format (version INTEGER NOT NULL);
INSERT INTO "format" VALUES(2);
CREATE TABLE identities (
  kind TEXT NOT NULL, value TEXT NOT NULL, name TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (kind, value)
);
INSERT INTO "identities" VALUES('key','SHA256:Ada','Ada');
INSERT INTO "identities" VALUES('key','SHA256:Ben','Ben');
CREATE TABLE invites (
  sealed TEXT NOT NULL PRIMARY KEY, made_by TEXT NOT NULL, uses INTEGER NOT NULL, expires TEXT NOT NULL
);
INSERT INTO "invites" VALUES('3749cb48ee6e8dd6738012fc45cdabda219ccc1a1c46b6525d0f2072a65d90e4','',3,'2126-11-07T00:47:48.890072+00:00');
CREATE TABLE marks (
  name TEXT NOT NULL REFERENCES users ON DELETE CASCADE, table_id TEXT NOT NULL, seen INTEGER,
  spoken INTEGER NOT NULL, draft TEXT NOT NULL, noticed INTEGER NOT NULL, PRIMARY KEY (name, table_id)
);
INSERT INTO "marks" VALUES('Ada','a8457d',23,0,'',0);
INSERT INTO "marks" VALUES('Ben','a8457d',23,0,'',0);
INSERT INTO "marks" VALUES('Ada','692c3a',0,0,'a plan',0);
CREATE TABLE moves (
  table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, n INTEGER NOT NULL, seat INTEGER NOT NULL,
  action TEXT NOT NULL, digest TEXT NOT NULL, turn INTEGER NOT NULL, outcome TEXT, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "moves" VALUES('a8457d',1,1,'lay c06','',1,NULL,'2026-12-01T00:47:48.420236+00:00');
INSERT INTO "moves" VALUES('a8457d',2,0,'lay c07','',1,NULL,'2026-12-01T00:47:48.433639+00:00');
INSERT INTO "moves" VALUES('a8457d',3,0,'ready','',1,NULL,'2026-12-01T00:47:48.436901+00:00');
INSERT INTO "moves" VALUES('a8457d',4,1,'take-back','',1,NULL,'2026-12-01T00:47:48.460272+00:00');
INSERT INTO "moves" VALUES('a8457d',5,1,'lay c10','',1,NULL,'2026-12-01T00:47:48.469456+00:00');
INSERT INTO "moves" VALUES('a8457d',6,1,'take-back','',1,NULL,'2026-12-01T00:47:48.481658+00:00');
INSERT INTO "moves" VALUES('a8457d',7,1,'lay c10','',1,NULL,'2026-12-01T00:47:48.493407+00:00');
INSERT INTO "moves" VALUES('a8457d',8,1,'take-back','',1,NULL,'2026-12-01T00:47:48.509429+00:00');
INSERT INTO "moves" VALUES('a8457d',9,1,'lay c06','',1,NULL,'2026-12-01T00:47:48.521298+00:00');
INSERT INTO "moves" VALUES('a8457d',10,1,'ready','',1,NULL,'2026-12-01T00:47:48.537519+00:00');
INSERT INTO "moves" VALUES('a8457d',11,0,'provoke 1','',2,NULL,'2026-12-01T00:47:48.556271+00:00');
INSERT INTO "moves" VALUES('a8457d',12,0,'lay c12','',2,NULL,'2026-12-01T00:47:48.564500+00:00');
INSERT INTO "moves" VALUES('a8457d',13,1,'lay c02','',2,NULL,'2026-12-01T00:47:48.581399+00:00');
INSERT INTO "moves" VALUES('a8457d',14,0,'take-back','',2,NULL,'2026-12-01T00:47:48.593491+00:00');
INSERT INTO "moves" VALUES('a8457d',15,1,'ready','',2,NULL,'2026-12-01T00:47:48.601160+00:00');
INSERT INTO "moves" VALUES('a8457d',16,0,'lay c04','',2,NULL,'2026-12-01T00:47:48.617470+00:00');
INSERT INTO "moves" VALUES('a8457d',17,0,'ready','',3,NULL,'2026-12-01T00:47:48.636325+00:00');
INSERT INTO "moves" VALUES('a8457d',18,0,'lay c08','',3,NULL,'2026-12-01T00:47:48.649874+00:00');
INSERT INTO "moves" VALUES('a8457d',19,0,'take-back','',3,NULL,'2026-12-01T00:47:48.661287+00:00');
INSERT INTO "moves" VALUES('a8457d',20,0,'lay c08','b630718de4a5585692821c9f2147e3f8',3,NULL,'2026-12-01T00:47:48.677343+00:00');
INSERT INTO "moves" VALUES('a8457d',21,1,'lay c10','',3,NULL,'2026-12-01T00:47:48.693325+00:00');
INSERT INTO "moves" VALUES('a8457d',22,0,'ready','',3,NULL,'2026-12-01T00:47:48.699789+00:00');
INSERT INTO "moves" VALUES('a8457d',23,1,'ready','',4,'The talks are over.','2026-12-01T00:47:48.715876+00:00');
INSERT INTO "moves" VALUES('692c3a',1,0,'lay c04','',1,NULL,'2026-12-01T00:47:48.785126+00:00');
INSERT INTO "moves" VALUES('692c3a',2,0,'!undo','',1,NULL,'2026-12-01T00:47:48.796214+00:00');
INSERT INTO "moves" VALUES('692c3a',3,0,'lay c04','',1,NULL,'2026-12-01T00:47:48.805187+00:00');
INSERT INTO "moves" VALUES('692c3a',4,0,'!undo','',1,NULL,'2026-12-01T00:47:48.821097+00:00');
INSERT INTO "moves" VALUES('692c3a',5,0,'lay c04','',1,NULL,'2026-12-01T00:47:48.833085+00:00');
INSERT INTO "moves" VALUES('692c3a',6,0,'!undo','',1,NULL,'2026-12-01T00:47:48.846350+00:00');
INSERT INTO "moves" VALUES('692c3a',7,0,'lay c04','',1,NULL,'2026-12-01T00:47:48.861097+00:00');
CREATE TABLE tables (
  id TEXT NOT NULL PRIMARY KEY, setup TEXT NOT NULL, meta TEXT NOT NULL, version INTEGER NOT NULL,
  length INTEGER NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL
);
INSERT INTO "tables" VALUES('a8457d','{"game":"tiny","rules_version":1,"seed":1,"written_by":"0.1.0","options":{"rounds":3},"start":""}','{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"Ben","bot":"","invited":"","away":false,"gone":false,"name":""}],"stage":"ended","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":4,"asked":{},"began":1796086068.3777905,"stirred":1796086068.7155507,"outcome":"The talks are over.","winners":[],"undo_request":null,"rematch":""}',9,23,'2026-12-01T00:47:48.363973+00:00','2026-12-01T00:47:48.715876+00:00');
INSERT INTO "tables" VALUES('9ecafd','{"game":"tiny","rules_version":1,"seed":3181325925407239053,"written_by":"0.1.0","options":{"rounds":3},"start":""}','{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"","bot":"","invited":"Ben","away":false,"gone":false,"name":""},{"user":"","bot":"greedy","invited":"","away":false,"gone":false,"name":""}],"stage":"gathering","clock":{"kind":"bank","seconds":3600},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":0,"asked":{},"began":0.0,"stirred":0.0,"outcome":"","winners":[],"undo_request":null,"rematch":""}',1,0,'2026-12-01T00:47:48.728828+00:00','2026-12-01T00:47:48.728828+00:00');
INSERT INTO "tables" VALUES('692c3a','{"game":"tiny","rules_version":1,"seed":1,"written_by":"0.1.0","options":{"rounds":2},"start":""}','{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"Ben","bot":"","invited":"","away":false,"gone":false,"name":""}],"stage":"playing","clock":{"kind":"move","seconds":86400},"clocks":{"turn":1,"runs":{"0":{"began":1796086068.7567458,"due":1796172468.7567458},"1":{"began":1796086068.7567458,"due":1796172468.7567458}},"kept":{},"banks":{},"shown":{},"out":[]},"turn":1,"asked":{"0":{"n":0,"at":1796086068.7567458},"1":{"n":0,"at":1796086068.7567458}},"began":1796086068.7567458,"stirred":1796086068.7567458,"outcome":"","winners":[],"undo_request":null,"rematch":""}',2,7,'2026-12-01T00:47:48.742684+00:00','2026-12-01T00:47:48.861097+00:00');
CREATE TABLE talk (
  table_id TEXT NOT NULL, n INTEGER NOT NULL, name TEXT NOT NULL, line TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "talk" VALUES('',1,'Ada','hello','2026-12-01T00:47:48.314105+00:00');
INSERT INTO "talk" VALUES('692c3a',1,'Ada','your turn','2026-12-01T00:47:48.865559+00:00');
CREATE TABLE users (
  name TEXT NOT NULL PRIMARY KEY, folded TEXT NOT NULL UNIQUE, drawn TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL, preferences TEXT NOT NULL, barred TEXT NOT NULL
);
INSERT INTO "users" VALUES('Ada','ada','ada','2026-12-01T00:47:48.284568+00:00','{"theme": "contrast"}','');
INSERT INTO "users" VALUES('Ben','ben','ben','2026-12-01T00:47:48.296907+00:00','{}','');
COMMIT;
