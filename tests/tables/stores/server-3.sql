BEGIN TRANSACTION;
CREATE TABLE beats (daemon TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL, wall TEXT NOT NULL);
INSERT INTO "beats" VALUES('vm:11810','2026-12-01T03:39:51.940649+00:00','2026-12-01T03:39:51.940679+00:00');
CREATE TABLE format (version INTEGER NOT NULL);
INSERT INTO "format" VALUES(3);
CREATE TABLE identities (
  kind TEXT NOT NULL, value TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (kind, value)
);
INSERT INTO "identities" VALUES('key','SHA256:Ada','0fe4d4baeb');
INSERT INTO "identities" VALUES('key','SHA256:Ben','7d5a21192d');
CREATE TABLE invites (
  sealed TEXT NOT NULL PRIMARY KEY, made_by TEXT NOT NULL, uses INTEGER NOT NULL, expires TEXT NOT NULL
);
INSERT INTO "invites" VALUES('3749cb48ee6e8dd6738012fc45cdabda219ccc1a1c46b6525d0f2072a65d90e4','',3,'2126-11-07T03:39:52.726927+00:00');
CREATE TABLE lobby (id TEXT NOT NULL);
INSERT INTO "lobby" VALUES('56dfc8c916ec9bc5');
CREATE TABLE moves (
  table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, n INTEGER NOT NULL, seat INTEGER NOT NULL,
  action TEXT NOT NULL, digest TEXT NOT NULL, turn INTEGER NOT NULL, outcome TEXT, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "moves" VALUES('6bceab',1,1,'lay c06','',1,NULL,'2026-12-01T03:39:52.208379+00:00');
INSERT INTO "moves" VALUES('6bceab',2,0,'lay c07','',1,NULL,'2026-12-01T03:39:52.224383+00:00');
INSERT INTO "moves" VALUES('6bceab',3,0,'ready','',1,NULL,'2026-12-01T03:39:52.233757+00:00');
INSERT INTO "moves" VALUES('6bceab',4,1,'take-back','',1,NULL,'2026-12-01T03:39:52.250173+00:00');
INSERT INTO "moves" VALUES('6bceab',5,1,'lay c10','',1,NULL,'2026-12-01T03:39:52.270827+00:00');
INSERT INTO "moves" VALUES('6bceab',6,1,'take-back','',1,NULL,'2026-12-01T03:39:52.286190+00:00');
INSERT INTO "moves" VALUES('6bceab',7,1,'lay c10','',1,NULL,'2026-12-01T03:39:52.292328+00:00');
INSERT INTO "moves" VALUES('6bceab',8,1,'take-back','',1,NULL,'2026-12-01T03:39:52.315868+00:00');
INSERT INTO "moves" VALUES('6bceab',9,1,'lay c06','',1,NULL,'2026-12-01T03:39:52.322072+00:00');
INSERT INTO "moves" VALUES('6bceab',10,1,'ready','',1,NULL,'2026-12-01T03:39:52.336327+00:00');
INSERT INTO "moves" VALUES('6bceab',11,0,'provoke 1','',2,NULL,'2026-12-01T03:39:52.353035+00:00');
INSERT INTO "moves" VALUES('6bceab',12,0,'lay c12','',2,NULL,'2026-12-01T03:39:52.371247+00:00');
INSERT INTO "moves" VALUES('6bceab',13,1,'lay c02','',2,NULL,'2026-12-01T03:39:52.379541+00:00');
INSERT INTO "moves" VALUES('6bceab',14,0,'take-back','',2,NULL,'2026-12-01T03:39:52.393697+00:00');
INSERT INTO "moves" VALUES('6bceab',15,1,'ready','',2,NULL,'2026-12-01T03:39:52.405612+00:00');
INSERT INTO "moves" VALUES('6bceab',16,0,'lay c04','',2,NULL,'2026-12-01T03:39:52.421927+00:00');
INSERT INTO "moves" VALUES('6bceab',17,0,'ready','',3,NULL,'2026-12-01T03:39:52.435054+00:00');
INSERT INTO "moves" VALUES('6bceab',18,0,'lay c08','',3,NULL,'2026-12-01T03:39:52.444566+00:00');
INSERT INTO "moves" VALUES('6bceab',19,0,'take-back','',3,NULL,'2026-12-01T03:39:52.449483+00:00');
INSERT INTO "moves" VALUES('6bceab',20,0,'lay c08','b630718de4a5585692821c9f2147e3f8',3,NULL,'2026-12-01T03:39:52.466503+00:00');
INSERT INTO "moves" VALUES('6bceab',21,1,'lay c10','',3,NULL,'2026-12-01T03:39:52.481798+00:00');
INSERT INTO "moves" VALUES('6bceab',22,0,'ready','',3,NULL,'2026-12-01T03:39:52.492346+00:00');
INSERT INTO "moves" VALUES('6bceab',23,1,'ready','',4,'The talks are over.','2026-12-01T03:39:52.512422+00:00');
INSERT INTO "moves" VALUES('10eb81',1,0,'lay c04','',1,NULL,'2026-12-01T03:39:52.608335+00:00');
INSERT INTO "moves" VALUES('10eb81',2,0,'!undo','',1,NULL,'2026-12-01T03:39:52.621691+00:00');
INSERT INTO "moves" VALUES('10eb81',3,0,'lay c04','',1,NULL,'2026-12-01T03:39:52.637466+00:00');
INSERT INTO "moves" VALUES('10eb81',4,0,'!undo','',1,NULL,'2026-12-01T03:39:52.645480+00:00');
INSERT INTO "moves" VALUES('10eb81',5,0,'lay c04','',1,NULL,'2026-12-01T03:39:52.661567+00:00');
INSERT INTO "moves" VALUES('10eb81',6,0,'!undo','',1,NULL,'2026-12-01T03:39:52.665354+00:00');
INSERT INTO "moves" VALUES('10eb81',7,0,'lay c04','',1,NULL,'2026-12-01T03:39:52.677468+00:00');
CREATE TABLE read_markers (
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE, table_id TEXT NOT NULL, seen INTEGER,
  last_read INTEGER NOT NULL, draft TEXT NOT NULL, noticed INTEGER NOT NULL, PRIMARY KEY (user_id, table_id)
);
INSERT INTO "read_markers" VALUES('0fe4d4baeb','6bceab',23,0,'',0);
INSERT INTO "read_markers" VALUES('7d5a21192d','6bceab',23,0,'',0);
INSERT INTO "read_markers" VALUES('0fe4d4baeb','10eb81',0,0,'a plan',0);
CREATE TABLE seats (
  user_id TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, PRIMARY KEY (user_id, table_id)
);
INSERT INTO "seats" VALUES('0fe4d4baeb','6bceab');
INSERT INTO "seats" VALUES('7d5a21192d','6bceab');
CREATE TABLE tables (
  id TEXT NOT NULL PRIMARY KEY, setup TEXT NOT NULL, meta TEXT NOT NULL, version INTEGER NOT NULL,
  length INTEGER NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL, ended INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "tables" VALUES('6bceab','{"game":"tiny","rules_version":1,"seed":1,"written_by":"0.1.0","options":{"rounds":3},"start":""}','{"host":"0fe4d4baeb","assignments":[{"user":"0fe4d4baeb","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"7d5a21192d","bot":"","invited":"","away":false,"gone":false,"name":""}],"stage":"ended","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":4,"asked":{},"began":1796096392.157452,"stirred":1796096392.505714,"outcome":"The talks are over.","winners":[],"undo_request":null,"rematch":""}',9,23,'2026-12-01T03:39:52.148518+00:00','2026-12-01T03:39:52.512422+00:00',1);
INSERT INTO "tables" VALUES('0ac1f6','{"game":"tiny","rules_version":1,"seed":399591269760363525,"written_by":"0.1.0","options":{"rounds":3},"start":""}','{"host":"0fe4d4baeb","assignments":[{"user":"0fe4d4baeb","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"","bot":"","invited":"7d5a21192d","away":false,"gone":false,"name":""},{"user":"","bot":"greedy","invited":"","away":false,"gone":false,"name":""}],"stage":"seating","clock":{"kind":"bank","seconds":3600},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":0,"asked":{},"began":0.0,"stirred":0.0,"outcome":"","winners":[],"undo_request":null,"rematch":""}',1,0,'2026-12-01T03:39:52.545266+00:00','2026-12-01T03:39:52.545266+00:00',0);
INSERT INTO "tables" VALUES('10eb81','{"game":"tiny","rules_version":1,"seed":1,"written_by":"0.1.0","options":{"rounds":2},"start":""}','{"host":"0fe4d4baeb","assignments":[{"user":"0fe4d4baeb","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"7d5a21192d","bot":"","invited":"","away":false,"gone":false,"name":""}],"stage":"playing","clock":{"kind":"move","seconds":86400},"clocks":{"turn":1,"runs":{"0":{"began":1796096392.56723,"due":1796182792.56723},"1":{"began":1796096392.56723,"due":1796182792.56723}},"kept":{},"banks":{},"shown":{},"out":[]},"turn":1,"asked":{"0":{"n":0,"at":1796096392.56723},"1":{"n":0,"at":1796096392.56723}},"began":1796096392.56723,"stirred":1796096392.56723,"outcome":"","winners":[],"undo_request":null,"rematch":""}',2,7,'2026-12-01T03:39:52.556445+00:00','2026-12-01T03:39:52.677468+00:00',0);
CREATE TABLE talk (
  table_id TEXT NOT NULL, n INTEGER NOT NULL, user_id TEXT NOT NULL, line TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "talk" VALUES('',1,'0fe4d4baeb','hello','2026-12-01T03:39:52.093575+00:00');
INSERT INTO "talk" VALUES('10eb81',1,'0fe4d4baeb','your turn','2026-12-01T03:39:52.697320+00:00');
CREATE TABLE users (
  id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL UNIQUE, drawn TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL, preferences TEXT NOT NULL, barred TEXT NOT NULL
);
INSERT INTO "users" VALUES('0fe4d4baeb','Ada','ada','ada','2026-12-01T03:39:52.068628+00:00','{"theme": "contrast"}','');
INSERT INTO "users" VALUES('7d5a21192d','Ben','ben','ben','2026-12-01T03:39:52.085384+00:00','{}','');
CREATE INDEX tables_by_end ON tables (ended, updated);
COMMIT;
