BEGIN TRANSACTION;
CREATE TABLE beats (daemon TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL);
INSERT INTO "beats" VALUES('vm:13373','2026-12-01T01:14:47.368389+00:00');
CREATE TABLE format (version INTEGER NOT NULL);
INSERT INTO "format" VALUES(2);
CREATE TABLE identities (
  kind TEXT NOT NULL, value TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (kind, value)
);
INSERT INTO "identities" VALUES('key','SHA256:Ada','90cd2f2bdb');
INSERT INTO "identities" VALUES('key','SHA256:Ben','a422cfed8d');
CREATE TABLE invites (
  sealed TEXT NOT NULL PRIMARY KEY, made_by TEXT NOT NULL, uses INTEGER NOT NULL, expires TEXT NOT NULL
);
INSERT INTO "invites" VALUES('3749cb48ee6e8dd6738012fc45cdabda219ccc1a1c46b6525d0f2072a65d90e4','',3,'2126-11-07T01:14:47.877526+00:00');
CREATE TABLE moves (
  table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, n INTEGER NOT NULL, seat INTEGER NOT NULL,
  action TEXT NOT NULL, digest TEXT NOT NULL, turn INTEGER NOT NULL, outcome TEXT, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "moves" VALUES('7acc37',1,1,'lay c06','',1,NULL,'2026-12-01T01:14:47.584323+00:00');
INSERT INTO "moves" VALUES('7acc37',2,0,'lay c07','',1,NULL,'2026-12-01T01:14:47.597153+00:00');
INSERT INTO "moves" VALUES('7acc37',3,0,'ready','',1,NULL,'2026-12-01T01:14:47.608648+00:00');
INSERT INTO "moves" VALUES('7acc37',4,1,'take-back','',1,NULL,'2026-12-01T01:14:47.616339+00:00');
INSERT INTO "moves" VALUES('7acc37',5,1,'lay c10','',1,NULL,'2026-12-01T01:14:47.626013+00:00');
INSERT INTO "moves" VALUES('7acc37',6,1,'take-back','',1,NULL,'2026-12-01T01:14:47.632639+00:00');
INSERT INTO "moves" VALUES('7acc37',7,1,'lay c10','',1,NULL,'2026-12-01T01:14:47.642453+00:00');
INSERT INTO "moves" VALUES('7acc37',8,1,'take-back','',1,NULL,'2026-12-01T01:14:47.646207+00:00');
INSERT INTO "moves" VALUES('7acc37',9,1,'lay c06','',1,NULL,'2026-12-01T01:14:47.651899+00:00');
INSERT INTO "moves" VALUES('7acc37',10,1,'ready','',1,NULL,'2026-12-01T01:14:47.668333+00:00');
INSERT INTO "moves" VALUES('7acc37',11,0,'provoke 1','',2,NULL,'2026-12-01T01:14:47.697134+00:00');
INSERT INTO "moves" VALUES('7acc37',12,0,'lay c12','',2,NULL,'2026-12-01T01:14:47.712401+00:00');
INSERT INTO "moves" VALUES('7acc37',13,1,'lay c02','',2,NULL,'2026-12-01T01:14:47.718623+00:00');
INSERT INTO "moves" VALUES('7acc37',14,0,'take-back','',2,NULL,'2026-12-01T01:14:47.740875+00:00');
INSERT INTO "moves" VALUES('7acc37',15,1,'ready','',2,NULL,'2026-12-01T01:14:47.758027+00:00');
INSERT INTO "moves" VALUES('7acc37',16,0,'lay c04','',2,NULL,'2026-12-01T01:14:47.776338+00:00');
INSERT INTO "moves" VALUES('7acc37',17,0,'ready','',3,NULL,'2026-12-01T01:14:47.784327+00:00');
INSERT INTO "moves" VALUES('7acc37',18,0,'lay c08','',3,NULL,'2026-12-01T01:14:47.794089+00:00');
INSERT INTO "moves" VALUES('7acc37',19,0,'take-back','',3,NULL,'2026-12-01T01:14:47.800287+00:00');
INSERT INTO "moves" VALUES('7acc37',20,0,'lay c08','b630718de4a5585692821c9f2147e3f8',3,NULL,'2026-12-01T01:14:47.805522+00:00');
INSERT INTO "moves" VALUES('7acc37',21,1,'lay c10','',3,NULL,'2026-12-01T01:14:47.807171+00:00');
INSERT INTO "moves" VALUES('7acc37',22,0,'ready','',3,NULL,'2026-12-01T01:14:47.816333+00:00');
INSERT INTO "moves" VALUES('7acc37',23,1,'ready','',4,'The talks are over.','2026-12-01T01:14:47.826151+00:00');
INSERT INTO "moves" VALUES('c675c0',1,0,'lay c04','',1,NULL,'2026-12-01T01:14:47.860012+00:00');
INSERT INTO "moves" VALUES('c675c0',2,0,'!undo','',1,NULL,'2026-12-01T01:14:47.869561+00:00');
INSERT INTO "moves" VALUES('c675c0',3,0,'lay c04','',1,NULL,'2026-12-01T01:14:47.871067+00:00');
INSERT INTO "moves" VALUES('c675c0',4,0,'!undo','',1,NULL,'2026-12-01T01:14:47.872255+00:00');
INSERT INTO "moves" VALUES('c675c0',5,0,'lay c04','',1,NULL,'2026-12-01T01:14:47.873322+00:00');
INSERT INTO "moves" VALUES('c675c0',6,0,'!undo','',1,NULL,'2026-12-01T01:14:47.874317+00:00');
INSERT INTO "moves" VALUES('c675c0',7,0,'lay c04','',1,NULL,'2026-12-01T01:14:47.875270+00:00');
CREATE TABLE read_markers (
  user_id TEXT NOT NULL REFERENCES users ON DELETE CASCADE, table_id TEXT NOT NULL, seen INTEGER,
  last_read INTEGER NOT NULL, draft TEXT NOT NULL, noticed INTEGER NOT NULL, PRIMARY KEY (user_id, table_id)
);
INSERT INTO "read_markers" VALUES('90cd2f2bdb','7acc37',23,0,'',0);
INSERT INTO "read_markers" VALUES('a422cfed8d','7acc37',23,0,'',0);
INSERT INTO "read_markers" VALUES('90cd2f2bdb','c675c0',0,0,'a plan',0);
CREATE TABLE tables (
  id TEXT NOT NULL PRIMARY KEY, setup TEXT NOT NULL, meta TEXT NOT NULL, version INTEGER NOT NULL,
  length INTEGER NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL
);
INSERT INTO "tables" VALUES('7acc37','{"game":"tiny","rules_version":1,"seed":1,"written_by":"0.1.0","options":{"rounds":3},"start":""}','{"host":"90cd2f2bdb","places":[{"user":"90cd2f2bdb","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"a422cfed8d","bot":"","invited":"","away":false,"gone":false,"name":""}],"stage":"ended","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":4,"asked":{},"began":1796087687.5381563,"stirred":1796087687.825753,"outcome":"The talks are over.","winners":[],"undo_request":null,"rematch":""}',9,23,'2026-12-01T01:14:47.524889+00:00','2026-12-01T01:14:47.826151+00:00');
INSERT INTO "tables" VALUES('7760e2','{"game":"tiny","rules_version":1,"seed":8903834323110415057,"written_by":"0.1.0","options":{"rounds":3},"start":""}','{"host":"90cd2f2bdb","places":[{"user":"90cd2f2bdb","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"","bot":"","invited":"a422cfed8d","away":false,"gone":false,"name":""},{"user":"","bot":"greedy","invited":"","away":false,"gone":false,"name":""}],"stage":"gathering","clock":{"kind":"bank","seconds":3600},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":0,"asked":{},"began":0.0,"stirred":0.0,"outcome":"","winners":[],"undo_request":null,"rematch":""}',1,0,'2026-12-01T01:14:47.839216+00:00','2026-12-01T01:14:47.839216+00:00');
INSERT INTO "tables" VALUES('c675c0','{"game":"tiny","rules_version":1,"seed":1,"written_by":"0.1.0","options":{"rounds":2},"start":""}','{"host":"90cd2f2bdb","places":[{"user":"90cd2f2bdb","bot":"","invited":"","away":false,"gone":false,"name":""},{"user":"a422cfed8d","bot":"","invited":"","away":false,"gone":false,"name":""}],"stage":"playing","clock":{"kind":"move","seconds":86400},"clocks":{"turn":1,"runs":{"0":{"began":1796087687.8518684,"due":1796174087.8518684},"1":{"began":1796087687.8518684,"due":1796174087.8518684}},"kept":{},"banks":{},"shown":{},"out":[]},"turn":1,"asked":{"0":{"n":0,"at":1796087687.8518684},"1":{"n":0,"at":1796087687.8518684}},"began":1796087687.8518684,"stirred":1796087687.8518684,"outcome":"","winners":[],"undo_request":null,"rematch":""}',2,7,'2026-12-01T01:14:47.850069+00:00','2026-12-01T01:14:47.875270+00:00');
CREATE TABLE talk (
  table_id TEXT NOT NULL, n INTEGER NOT NULL, user_id TEXT NOT NULL, line TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "talk" VALUES('',1,'90cd2f2bdb','hello','2026-12-01T01:14:47.484730+00:00');
INSERT INTO "talk" VALUES('c675c0',1,'90cd2f2bdb','your turn','2026-12-01T01:14:47.876100+00:00');
CREATE TABLE users (
  id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL UNIQUE, drawn TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL, preferences TEXT NOT NULL, barred TEXT NOT NULL
);
INSERT INTO "users" VALUES('90cd2f2bdb','Ada','ada','ada','2026-12-01T01:14:47.464745+00:00','{"theme": "contrast"}','');
INSERT INTO "users" VALUES('a422cfed8d','Ben','ben','ben','2026-12-01T01:14:47.474227+00:00','{}','');
COMMIT;
