BEGIN TRANSACTION;
CREATE TABLE beats (daemon TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL, wall TEXT NOT NULL);
INSERT INTO "beats" VALUES('vm:8482','2026-12-01T08:49:27.447800+00:00','2026-12-01T08:49:27.447840+00:00');
CREATE TABLE format (version INTEGER NOT NULL);
INSERT INTO "format" VALUES(4);
CREATE TABLE identities (
  kind TEXT NOT NULL, value TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (kind, value)
);
INSERT INTO "identities" VALUES('key','SHA256:Ada','fabac5b40e');
INSERT INTO "identities" VALUES('key','SHA256:Ben','79cb98d77e');
CREATE TABLE invites (
  sealed TEXT NOT NULL PRIMARY KEY, made_by TEXT NOT NULL, uses INTEGER NOT NULL, expires TEXT NOT NULL
);
INSERT INTO "invites" VALUES('3749cb48ee6e8dd6738012fc45cdabda219ccc1a1c46b6525d0f2072a65d90e4','',3,'2126-11-07T08:49:28.401178+00:00');
CREATE TABLE lobby (id TEXT NOT NULL);
INSERT INTO "lobby" VALUES('949c526c9a2acfd8');
CREATE TABLE logbook (
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE, table_id TEXT NOT NULL, counted INTEGER NOT NULL,
  facts TEXT NOT NULL, PRIMARY KEY (user_id, table_id)
);
CREATE TABLE moves (
  table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, n INTEGER NOT NULL, seat INTEGER NOT NULL,
  action TEXT NOT NULL, digest TEXT NOT NULL, turn INTEGER NOT NULL, outcome TEXT, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "moves" VALUES('1d7298',1,1,'lay c06','',1,NULL,'2026-12-01T08:49:25.216696+00:00');
INSERT INTO "moves" VALUES('1d7298',2,0,'lay c07','',1,NULL,'2026-12-01T08:49:25.270424+00:00');
INSERT INTO "moves" VALUES('1d7298',3,0,'ready','',1,NULL,'2026-12-01T08:49:25.310099+00:00');
INSERT INTO "moves" VALUES('1d7298',4,1,'take-back','',1,NULL,'2026-12-01T08:49:25.374088+00:00');
INSERT INTO "moves" VALUES('1d7298',5,1,'lay c10','',1,NULL,'2026-12-01T08:49:25.409932+00:00');
INSERT INTO "moves" VALUES('1d7298',6,1,'take-back','',1,NULL,'2026-12-01T08:49:25.450133+00:00');
INSERT INTO "moves" VALUES('1d7298',7,1,'lay c10','',1,NULL,'2026-12-01T08:49:25.498514+00:00');
INSERT INTO "moves" VALUES('1d7298',8,1,'take-back','',1,NULL,'2026-12-01T08:49:25.530147+00:00');
INSERT INTO "moves" VALUES('1d7298',9,1,'lay c06','',1,NULL,'2026-12-01T08:49:25.574215+00:00');
INSERT INTO "moves" VALUES('1d7298',10,1,'ready','',1,NULL,'2026-12-01T08:49:25.614044+00:00');
INSERT INTO "moves" VALUES('1d7298',11,0,'provoke 1','',2,NULL,'2026-12-01T08:49:25.673088+00:00');
INSERT INTO "moves" VALUES('1d7298',12,0,'lay c12','',2,NULL,'2026-12-01T08:49:25.726020+00:00');
INSERT INTO "moves" VALUES('1d7298',13,1,'lay c02','',2,NULL,'2026-12-01T08:49:25.768881+00:00');
INSERT INTO "moves" VALUES('1d7298',14,0,'take-back','',2,NULL,'2026-12-01T08:49:25.814192+00:00');
INSERT INTO "moves" VALUES('1d7298',15,1,'ready','',2,NULL,'2026-12-01T08:49:25.862012+00:00');
INSERT INTO "moves" VALUES('1d7298',16,0,'lay c04','',2,NULL,'2026-12-01T08:49:25.910461+00:00');
INSERT INTO "moves" VALUES('1d7298',17,0,'ready','',3,NULL,'2026-12-01T08:49:25.950015+00:00');
INSERT INTO "moves" VALUES('1d7298',18,0,'lay c08','',3,NULL,'2026-12-01T08:49:26.022016+00:00');
INSERT INTO "moves" VALUES('1d7298',19,0,'take-back','',3,NULL,'2026-12-01T08:49:26.046022+00:00');
INSERT INTO "moves" VALUES('1d7298',20,0,'lay c08','b630718de4a5585692821c9f2147e3f8',3,NULL,'2026-12-01T08:49:26.102102+00:00');
INSERT INTO "moves" VALUES('1d7298',21,1,'lay c10','',3,NULL,'2026-12-01T08:49:26.148632+00:00');
INSERT INTO "moves" VALUES('1d7298',22,0,'ready','',3,NULL,'2026-12-01T08:49:26.194345+00:00');
INSERT INTO "moves" VALUES('1d7298',23,1,'ready','',4,'The talks are over.','2026-12-01T08:49:26.250105+00:00');
INSERT INTO "moves" VALUES('1d6d7e',1,0,'lay c04','',1,NULL,'2026-12-01T08:49:28.376973+00:00');
INSERT INTO "moves" VALUES('1d6d7e',2,0,'!undo','',1,NULL,'2026-12-01T08:49:28.379792+00:00');
INSERT INTO "moves" VALUES('1d6d7e',3,0,'lay c04','',1,NULL,'2026-12-01T08:49:28.382433+00:00');
INSERT INTO "moves" VALUES('1d6d7e',4,0,'!undo','',1,NULL,'2026-12-01T08:49:28.384508+00:00');
INSERT INTO "moves" VALUES('1d6d7e',5,0,'lay c04','',1,NULL,'2026-12-01T08:49:28.387025+00:00');
INSERT INTO "moves" VALUES('1d6d7e',6,0,'!undo','',1,NULL,'2026-12-01T08:49:28.389408+00:00');
INSERT INTO "moves" VALUES('1d6d7e',7,0,'lay c04','',1,NULL,'2026-12-01T08:49:28.391806+00:00');
CREATE TABLE read_markers (
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE, table_id TEXT NOT NULL, seen INTEGER,
  last_read INTEGER NOT NULL, draft TEXT NOT NULL, noticed INTEGER NOT NULL, PRIMARY KEY (user_id, table_id)
);
INSERT INTO "read_markers" VALUES('fabac5b40e','1d7298',23,0,'',0);
INSERT INTO "read_markers" VALUES('79cb98d77e','1d7298',23,0,'',0);
INSERT INTO "read_markers" VALUES('fabac5b40e','1d6d7e',0,0,'a plan',0);
CREATE TABLE seats (
  user_id TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, PRIMARY KEY (user_id, table_id)
);
INSERT INTO "seats" VALUES('fabac5b40e','1d7298');
INSERT INTO "seats" VALUES('79cb98d77e','1d7298');
CREATE TABLE tables (
  id TEXT NOT NULL PRIMARY KEY, setup TEXT NOT NULL, meta TEXT NOT NULL, version INTEGER NOT NULL,
  length INTEGER NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL, ended INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "tables" VALUES('1d7298','{"game":"tiny","rules_version":1,"seed":1,"written_by":"0.1.0","options":{"rounds":3},"start":"","title":"Tiny","label":""}','{"host":"fabac5b40e","assignments":[{"user":"fabac5b40e","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"79cb98d77e","bot":"","invited":"","away":false,"gone":false,"name":""}],"stage":"ended","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":4,"asked":{},"began":1796114965.019108,"stirred":1796114966.227461,"outcome":"The talks are over.","winners":[1],"scores":[0,2],"silent":false,"undo_request":null,"rematch":""}',9,23,'2026-12-01T08:49:24.990095+00:00','2026-12-01T08:49:26.250280+00:00',1);
INSERT INTO "tables" VALUES('b1297f','{"game":"tiny","rules_version":1,"seed":4624804411814159852,"written_by":"0.1.0","options":{"rounds":3},"start":"","title":"Tiny","label":""}','{"host":"fabac5b40e","assignments":[{"user":"fabac5b40e","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"","bot":"","invited":"79cb98d77e","away":false,"gone":false,"name":""},{"user":"","bot":"greedy","invited":"","away":false,"gone":false,"name":""}],"stage":"seating","clock":{"kind":"bank","seconds":3600},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":0,"asked":{},"began":0.0,"stirred":0.0,"outcome":"","winners":[],"scores":[],"silent":false,"undo_request":null,"rematch":""}',1,0,'2026-12-01T08:49:28.266298+00:00','2026-12-01T08:49:28.266298+00:00',0);
INSERT INTO "tables" VALUES('1d6d7e','{"game":"tiny","rules_version":1,"seed":1,"written_by":"0.1.0","options":{"rounds":2},"start":"","title":"Tiny","label":""}','{"host":"fabac5b40e","assignments":[{"user":"fabac5b40e","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"79cb98d77e","bot":"","invited":"","away":false,"gone":false,"name":""}],"stage":"playing","clock":{"kind":"move","seconds":86400},"clocks":{"turn":1,"runs":{"0":{"began":1796114968.362495,"due":1796201368.362495},"1":{"began":1796114968.362495,"due":1796201368.362495}},"kept":{},"banks":{},"shown":{},"out":[]},"turn":1,"asked":{"0":{"n":0,"at":1796114968.362495},"1":{"n":0,"at":1796114968.362495}},"began":1796114968.362495,"stirred":1796114968.362495,"outcome":"","winners":[],"scores":[],"silent":false,"undo_request":null,"rematch":""}',2,7,'2026-12-01T08:49:28.329966+00:00','2026-12-01T08:49:28.391806+00:00',0);
CREATE TABLE talk (
  table_id TEXT NOT NULL, n INTEGER NOT NULL, user_id TEXT NOT NULL, line TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "talk" VALUES('',1,'fabac5b40e','hello','2026-12-01T08:49:24.798124+00:00');
INSERT INTO "talk" VALUES('1d6d7e',1,'fabac5b40e','your turn','2026-12-01T08:49:28.393788+00:00');
CREATE TABLE tries (
  game TEXT NOT NULL, day TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  table_id TEXT NOT NULL, grade INTEGER NOT NULL, won INTEGER NOT NULL, score INTEGER NOT NULL, turns INTEGER NOT NULL,
  ended TEXT NOT NULL, PRIMARY KEY (game, day, user_id)
);
CREATE TABLE users (
  id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL UNIQUE, drawn TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL, preferences TEXT NOT NULL, barred TEXT NOT NULL
);
INSERT INTO "users" VALUES('fabac5b40e','Ada','ada','ada','2026-12-01T08:49:24.690874+00:00','{"theme": "contrast"}','');
INSERT INTO "users" VALUES('79cb98d77e','Ben','ben','ben','2026-12-01T08:49:24.758660+00:00','{}','');
CREATE INDEX tables_by_end ON tables (ended, updated);
CREATE INDEX tries_by_table ON tries (table_id);
COMMIT;
