BEGIN TRANSACTION;
CREATE TABLE beats (daemon TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL);
INSERT INTO "beats" VALUES('vm:13060','2026-12-01T00:21:52.574371+00:00');
CREATE TABLE format (version INTEGER NOT NULL);
INSERT INTO "format" VALUES(1);
CREATE TABLE identities (
  kind TEXT NOT NULL, value TEXT NOT NULL, name TEXT NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (kind, value)
);
INSERT INTO "identities" VALUES('key','SHA256:Addie','Ada');
INSERT INTO "identities" VALUES('key','SHA256:Ben','Ben');
INSERT INTO "identities" VALUES('key','SHA256:Cyd','Cyd');
INSERT INTO "identities" VALUES('key','SHA256:Eve','Eve');
INSERT INTO "identities" VALUES('uid','vm:1000','Ada');
CREATE TABLE invites (
  sealed TEXT NOT NULL PRIMARY KEY, made_by TEXT NOT NULL, uses INTEGER NOT NULL, expires TEXT NOT NULL
);
INSERT INTO "invites" VALUES('3749cb48ee6e8dd6738012fc45cdabda219ccc1a1c46b6525d0f2072a65d90e4','Ada',3,'2126-11-07T00:21:52.676267+00:00');
CREATE TABLE marks (
  name TEXT NOT NULL REFERENCES users ON DELETE CASCADE, table_id TEXT NOT NULL, seen INTEGER,
  spoken INTEGER NOT NULL, draft TEXT NOT NULL, noticed INTEGER NOT NULL, PRIMARY KEY (name, table_id)
);
INSERT INTO "marks" VALUES('Ben','37ee27',0,0,'',0);
INSERT INTO "marks" VALUES('Ada','1af8d1',23,0,'',0);
INSERT INTO "marks" VALUES('Ben','1af8d1',23,0,'',0);
INSERT INTO "marks" VALUES('Ada','648686',0,0,'',0);
INSERT INTO "marks" VALUES('Ben','648686',0,0,'a plan',1);
INSERT INTO "marks" VALUES('Cyd','648686',0,0,'',0);
CREATE TABLE moves (
  table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, n INTEGER NOT NULL, seat INTEGER NOT NULL,
  action TEXT NOT NULL, digest TEXT NOT NULL, turn INTEGER NOT NULL, outcome TEXT, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "moves" VALUES('37ee27',1,1,'!resign','',1,NULL,'2026-12-01T00:21:52.618106+00:00');
INSERT INTO "moves" VALUES('1af8d1',1,1,'lay c06','',1,NULL,'2026-12-01T00:21:52.626125+00:00');
INSERT INTO "moves" VALUES('1af8d1',2,0,'lay c07','',1,NULL,'2026-12-01T00:21:52.627313+00:00');
INSERT INTO "moves" VALUES('1af8d1',3,0,'ready','',1,NULL,'2026-12-01T00:21:52.628441+00:00');
INSERT INTO "moves" VALUES('1af8d1',4,1,'take-back','',1,NULL,'2026-12-01T00:21:52.629632+00:00');
INSERT INTO "moves" VALUES('1af8d1',5,1,'lay c10','',1,NULL,'2026-12-01T00:21:52.630681+00:00');
INSERT INTO "moves" VALUES('1af8d1',6,1,'take-back','',1,NULL,'2026-12-01T00:21:52.631638+00:00');
INSERT INTO "moves" VALUES('1af8d1',7,1,'lay c10','',1,NULL,'2026-12-01T00:21:52.632625+00:00');
INSERT INTO "moves" VALUES('1af8d1',8,1,'take-back','',1,NULL,'2026-12-01T00:21:52.633573+00:00');
INSERT INTO "moves" VALUES('1af8d1',9,1,'lay c06','',1,NULL,'2026-12-01T00:21:52.634541+00:00');
INSERT INTO "moves" VALUES('1af8d1',10,1,'ready','',1,NULL,'2026-12-01T00:21:52.635555+00:00');
INSERT INTO "moves" VALUES('1af8d1',11,0,'provoke 1','',2,NULL,'2026-12-01T00:21:52.637026+00:00');
INSERT INTO "moves" VALUES('1af8d1',12,0,'lay c12','',2,NULL,'2026-12-01T00:21:52.638304+00:00');
INSERT INTO "moves" VALUES('1af8d1',13,1,'lay c02','',2,NULL,'2026-12-01T00:21:52.639346+00:00');
INSERT INTO "moves" VALUES('1af8d1',14,0,'take-back','',2,NULL,'2026-12-01T00:21:52.640466+00:00');
INSERT INTO "moves" VALUES('1af8d1',15,1,'ready','',2,NULL,'2026-12-01T00:21:52.641437+00:00');
INSERT INTO "moves" VALUES('1af8d1',16,0,'lay c04','',2,NULL,'2026-12-01T00:21:52.642561+00:00');
INSERT INTO "moves" VALUES('1af8d1',17,0,'ready','',3,NULL,'2026-12-01T00:21:52.643720+00:00');
INSERT INTO "moves" VALUES('1af8d1',18,0,'lay c08','',3,NULL,'2026-12-01T00:21:52.645115+00:00');
INSERT INTO "moves" VALUES('1af8d1',19,0,'take-back','',3,NULL,'2026-12-01T00:21:52.646126+00:00');
INSERT INTO "moves" VALUES('1af8d1',20,0,'lay c08','b630718de4a5585692821c9f2147e3f8',3,NULL,'2026-12-01T00:21:52.647246+00:00');
INSERT INTO "moves" VALUES('1af8d1',21,1,'lay c10','',3,NULL,'2026-12-01T00:21:52.648245+00:00');
INSERT INTO "moves" VALUES('1af8d1',22,0,'ready','',3,NULL,'2026-12-01T00:21:52.649291+00:00');
INSERT INTO "moves" VALUES('1af8d1',23,1,'ready','',4,'The talks are over.','2026-12-01T00:21:52.650815+00:00');
INSERT INTO "moves" VALUES('648686',1,0,'lay c04','',1,NULL,'2026-12-01T00:21:52.665927+00:00');
INSERT INTO "moves" VALUES('648686',2,0,'!undo','',1,NULL,'2026-12-01T00:21:52.667282+00:00');
INSERT INTO "moves" VALUES('648686',3,0,'lay c04','',1,NULL,'2026-12-01T00:21:52.668643+00:00');
CREATE TABLE tables (
  id TEXT NOT NULL PRIMARY KEY, setup TEXT NOT NULL, meta TEXT NOT NULL, version INTEGER NOT NULL,
  length INTEGER NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL
);
INSERT INTO "tables" VALUES('37ee27','{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":1,"start":""}','{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false},{"user":"Ben","bot":"greedy","invited":"","away":false,"gone":true}],"stage":"ended","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":1,"asked":{},"began":1796084512.6130412,"stirred":1796084512.6178727,"outcome":"Ben resigned; Addie wins.","winners":[0],"wish":null,"rematch":""}',4,1,'2026-12-01T00:21:52.611929+00:00','2026-12-01T00:21:52.679295+00:00');
INSERT INTO "tables" VALUES('1af8d1','{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":1,"start":""}','{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false},{"user":"Ben","bot":"","invited":"","away":false,"gone":false}],"stage":"ended","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":4,"asked":{},"began":1796084512.6207561,"stirred":1796084512.650242,"outcome":"The talks are over.","winners":[],"wish":null,"rematch":"65d503"}',11,23,'2026-12-01T00:21:52.619903+00:00','2026-12-01T00:21:52.679253+00:00');
INSERT INTO "tables" VALUES('65d503','{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":8965830855293817688,"start":""}','{"host":"Ben","places":[{"user":"Ben","bot":"","invited":"","away":false,"gone":false},{"user":"","bot":"","invited":"Ada","away":false,"gone":false}],"stage":"gathering","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":0,"asked":{},"began":0.0,"stirred":0.0,"outcome":"","winners":[],"wish":null,"rematch":""}',2,0,'2026-12-01T00:21:52.653184+00:00','2026-12-01T00:21:52.679275+00:00');
INSERT INTO "tables" VALUES('68bd44','{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":4509319123426968645,"start":""}','{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false},{"user":"","bot":"","invited":"Ben","away":false,"gone":false},{"user":"","bot":"greedy","invited":"","away":false,"gone":false}],"stage":"gathering","clock":{"kind":"bank","seconds":3600},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":0,"asked":{},"began":0.0,"stirred":0.0,"outcome":"","winners":[],"wish":null,"rematch":""}',2,0,'2026-12-01T00:21:52.655889+00:00','2026-12-01T00:21:52.679230+00:00');
INSERT INTO "tables" VALUES('648686','{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":2},"seed":1,"start":""}','{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false},{"user":"Ben","bot":"","invited":"","away":false,"gone":false},{"user":"Cyd","bot":"","invited":"","away":false,"gone":false}],"stage":"playing","clock":{"kind":"move","seconds":86400},"clocks":{"turn":1,"runs":{"0":{"began":1796084512.6588516,"due":1796170912.6588516},"1":{"began":1796084512.6588516,"due":1796170912.6588516},"2":{"began":1796084512.6588516,"due":1796170912.6588516}},"kept":{},"banks":{},"shown":{},"out":[]},"turn":1,"asked":{"0":[0,1796084512.6588516],"1":[0,1796084512.6588516],"2":[0,1796084512.6588516]},"began":1796084512.6588516,"stirred":1796084512.6588516,"outcome":"","winners":[],"wish":null,"rematch":""}',3,3,'2026-12-01T00:21:52.658042+00:00','2026-12-01T00:21:52.679205+00:00');
INSERT INTO "tables" VALUES('ae5673','{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":1,"start":""}','{"host":"Dee","places":[{"user":"Dee","bot":"","invited":"","away":false,"gone":false},{"user":"Ada","bot":"","invited":"","away":false,"gone":false}],"stage":"playing","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":1,"asked":{"0":[0,1796084512.6738818],"1":[0,1796084512.6738818]},"began":1796084512.6738818,"stirred":1796084512.6738818,"outcome":"","winners":[],"wish":null,"rematch":""}',3,0,'2026-12-01T00:21:52.673014+00:00','2026-12-01T00:21:52.679174+00:00');
INSERT INTO "tables" VALUES('44840d','{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":5969990248816642524,"start":""}','{"host":"Dee","places":[{"user":"Dee","bot":"","invited":"","away":false,"gone":false},{"user":"","bot":"","invited":"Ada","away":false,"gone":false}],"stage":"gathering","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":0,"asked":{},"began":0.0,"stirred":0.0,"outcome":"","winners":[],"wish":null,"rematch":""}',2,0,'2026-12-01T00:21:52.675387+00:00','2026-12-01T00:21:52.679129+00:00');
CREATE TABLE talk (
  table_id TEXT NOT NULL, n INTEGER NOT NULL, name TEXT NOT NULL, line TEXT NOT NULL, at TEXT NOT NULL,
  PRIMARY KEY (table_id, n)
);
INSERT INTO "talk" VALUES('',1,'Ada','hello from Addie','2026-12-01T00:21:52.600907+00:00');
INSERT INTO "talk" VALUES('',2,'Ben','hello Addie','2026-12-01T00:21:52.601446+00:00');
INSERT INTO "talk" VALUES('',3,'Cyd','rubbish','2026-12-01T00:21:52.601952+00:00');
INSERT INTO "talk" VALUES('68bd44',1,'Ben','I will come','2026-12-01T00:21:52.656812+00:00');
INSERT INTO "talk" VALUES('648686',1,'Ada','your turn','2026-12-01T00:21:52.669577+00:00');
INSERT INTO "talk" VALUES('648686',2,'Ben','in a moment','2026-12-01T00:21:52.670554+00:00');
CREATE TABLE users (
  name TEXT NOT NULL PRIMARY KEY, folded TEXT NOT NULL UNIQUE, drawn TEXT NOT NULL UNIQUE,
  created TEXT NOT NULL, preferences TEXT NOT NULL, barred TEXT NOT NULL
);
INSERT INTO "users" VALUES('Ben','ben','ben','2026-12-01T00:21:52.595132+00:00','{}','');
INSERT INTO "users" VALUES('Cyd','cyd','cyd','2026-12-01T00:21:52.596597+00:00','{}','told secrets');
INSERT INTO "users" VALUES('Dee','dee','dee','2026-12-01T00:21:52.597990+00:00','{}','');
INSERT INTO "users" VALUES('Eve','eve','eve','2026-12-01T00:21:52.599292+00:00','{}','');
INSERT INTO "users" VALUES('Ada','ada','ada','2026-12-01T00:21:52.592947+00:00','{"theme": "contrast"}','');
COMMIT;
