CREATE SCHEMA starforge;
CREATE TABLE starforge.beats (
    daemon text NOT NULL,
    at text NOT NULL
);
CREATE TABLE starforge.format (
    version integer NOT NULL
);
CREATE TABLE starforge.identities (
    kind text NOT NULL,
    value text NOT NULL,
    name text NOT NULL
);
CREATE TABLE starforge.invites (
    sealed text NOT NULL,
    made_by text NOT NULL,
    uses integer NOT NULL,
    expires text NOT NULL
);
CREATE TABLE starforge.marks (
    name text NOT NULL,
    table_id text NOT NULL,
    seen integer,
    spoken integer NOT NULL,
    draft text NOT NULL,
    noticed integer NOT NULL
);
CREATE TABLE starforge.moves (
    table_id text NOT NULL,
    n integer NOT NULL,
    seat integer NOT NULL,
    action text NOT NULL,
    digest text NOT NULL,
    turn integer NOT NULL,
    outcome text,
    at text NOT NULL
);
CREATE TABLE starforge.tables (
    id text NOT NULL,
    setup text NOT NULL,
    meta text NOT NULL,
    version integer NOT NULL,
    length integer NOT NULL,
    created text NOT NULL,
    updated text NOT NULL
);
CREATE TABLE starforge.talk (
    table_id text NOT NULL,
    n integer NOT NULL,
    name text NOT NULL,
    line text NOT NULL,
    at text NOT NULL
);
CREATE TABLE starforge.users (
    name text NOT NULL,
    folded text NOT NULL,
    drawn text NOT NULL,
    created text NOT NULL,
    preferences text NOT NULL,
    barred text NOT NULL
);
INSERT INTO starforge.beats VALUES ('vm:13319', '2026-12-01T00:22:04.623260+00:00');
INSERT INTO starforge.format VALUES (1);
INSERT INTO starforge.identities VALUES ('key', 'SHA256:Ben', 'Ben');
INSERT INTO starforge.identities VALUES ('key', 'SHA256:Cyd', 'Cyd');
INSERT INTO starforge.identities VALUES ('key', 'SHA256:Eve', 'Eve');
INSERT INTO starforge.identities VALUES ('key', 'SHA256:Addie', 'Ada');
INSERT INTO starforge.identities VALUES ('uid', 'vm:1000', 'Ada');
INSERT INTO starforge.invites VALUES ('3749cb48ee6e8dd6738012fc45cdabda219ccc1a1c46b6525d0f2072a65d90e4', 'Ada', 3, '2126-11-07T00:22:04.760365+00:00');
INSERT INTO starforge.marks VALUES ('Ben', '908076', 0, 0, '', 0);
INSERT INTO starforge.marks VALUES ('Cyd', 'a76e5f', 0, 0, '', 0);
INSERT INTO starforge.marks VALUES ('Ben', 'a76e5f', 0, 0, 'a plan', 1);
INSERT INTO starforge.marks VALUES ('Ada', '134816', 23, 0, '', 0);
INSERT INTO starforge.marks VALUES ('Ada', 'a76e5f', 0, 0, '', 0);
INSERT INTO starforge.marks VALUES ('Ben', '134816', 23, 0, '', 0);
INSERT INTO starforge.moves VALUES ('908076', 1, 1, '!resign', '', 1, NULL, '2026-12-01T00:22:04.676612+00:00');
INSERT INTO starforge.moves VALUES ('134816', 1, 1, 'lay c06', '', 1, NULL, '2026-12-01T00:22:04.688393+00:00');
INSERT INTO starforge.moves VALUES ('134816', 2, 0, 'lay c07', '', 1, NULL, '2026-12-01T00:22:04.690165+00:00');
INSERT INTO starforge.moves VALUES ('134816', 3, 0, 'ready', '', 1, NULL, '2026-12-01T00:22:04.692017+00:00');
INSERT INTO starforge.moves VALUES ('134816', 4, 1, 'take-back', '', 1, NULL, '2026-12-01T00:22:04.693928+00:00');
INSERT INTO starforge.moves VALUES ('134816', 5, 1, 'lay c10', '', 1, NULL, '2026-12-01T00:22:04.695503+00:00');
INSERT INTO starforge.moves VALUES ('134816', 6, 1, 'take-back', '', 1, NULL, '2026-12-01T00:22:04.697064+00:00');
INSERT INTO starforge.moves VALUES ('134816', 7, 1, 'lay c10', '', 1, NULL, '2026-12-01T00:22:04.698465+00:00');
INSERT INTO starforge.moves VALUES ('134816', 8, 1, 'take-back', '', 1, NULL, '2026-12-01T00:22:04.699897+00:00');
INSERT INTO starforge.moves VALUES ('134816', 9, 1, 'lay c06', '', 1, NULL, '2026-12-01T00:22:04.701353+00:00');
INSERT INTO starforge.moves VALUES ('134816', 10, 1, 'ready', '', 1, NULL, '2026-12-01T00:22:04.702916+00:00');
INSERT INTO starforge.moves VALUES ('134816', 11, 0, 'provoke 1', '', 2, NULL, '2026-12-01T00:22:04.705008+00:00');
INSERT INTO starforge.moves VALUES ('134816', 12, 0, 'lay c12', '', 2, NULL, '2026-12-01T00:22:04.706760+00:00');
INSERT INTO starforge.moves VALUES ('134816', 13, 1, 'lay c02', '', 2, NULL, '2026-12-01T00:22:04.708189+00:00');
INSERT INTO starforge.moves VALUES ('134816', 14, 0, 'take-back', '', 2, NULL, '2026-12-01T00:22:04.709611+00:00');
INSERT INTO starforge.moves VALUES ('134816', 15, 1, 'ready', '', 2, NULL, '2026-12-01T00:22:04.710924+00:00');
INSERT INTO starforge.moves VALUES ('134816', 16, 0, 'lay c04', '', 2, NULL, '2026-12-01T00:22:04.712514+00:00');
INSERT INTO starforge.moves VALUES ('134816', 17, 0, 'ready', '', 3, NULL, '2026-12-01T00:22:04.714220+00:00');
INSERT INTO starforge.moves VALUES ('134816', 18, 0, 'lay c08', '', 3, NULL, '2026-12-01T00:22:04.715952+00:00');
INSERT INTO starforge.moves VALUES ('134816', 19, 0, 'take-back', '', 3, NULL, '2026-12-01T00:22:04.717392+00:00');
INSERT INTO starforge.moves VALUES ('134816', 20, 0, 'lay c08', 'b630718de4a5585692821c9f2147e3f8', 3, NULL, '2026-12-01T00:22:04.718764+00:00');
INSERT INTO starforge.moves VALUES ('134816', 21, 1, 'lay c10', '', 3, NULL, '2026-12-01T00:22:04.720036+00:00');
INSERT INTO starforge.moves VALUES ('134816', 22, 0, 'ready', '', 3, NULL, '2026-12-01T00:22:04.721443+00:00');
INSERT INTO starforge.moves VALUES ('134816', 23, 1, 'ready', '', 4, 'The talks are over.', '2026-12-01T00:22:04.723418+00:00');
INSERT INTO starforge.moves VALUES ('a76e5f', 1, 0, 'lay c04', '', 1, NULL, '2026-12-01T00:22:04.745867+00:00');
INSERT INTO starforge.moves VALUES ('a76e5f', 2, 0, '!undo', '', 1, NULL, '2026-12-01T00:22:04.747589+00:00');
INSERT INTO starforge.moves VALUES ('a76e5f', 3, 0, 'lay c04', '', 1, NULL, '2026-12-01T00:22:04.749238+00:00');
INSERT INTO starforge.tables VALUES ('134816', '{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":1,"start":""}', '{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false},{"user":"Ben","bot":"","invited":"","away":false,"gone":false}],"stage":"ended","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":4,"asked":{},"began":1796084524.6804423,"stirred":1796084524.7227619,"outcome":"The talks are over.","winners":[],"wish":null,"rematch":"208fce"}', 11, 23, '2026-12-01T00:22:04.679212+00:00', '2026-12-01T00:22:04.766606+00:00');
INSERT INTO starforge.tables VALUES ('208fce', '{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":2074917552669571268,"start":""}', '{"host":"Ben","places":[{"user":"Ben","bot":"","invited":"","away":false,"gone":false},{"user":"","bot":"","invited":"Ada","away":false,"gone":false}],"stage":"gathering","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":0,"asked":{},"began":0.0,"stirred":0.0,"outcome":"","winners":[],"wish":null,"rematch":""}', 2, 0, '2026-12-01T00:22:04.726412+00:00', '2026-12-01T00:22:04.766772+00:00');
INSERT INTO starforge.tables VALUES ('908076', '{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":1,"start":""}', '{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false},{"user":"Ben","bot":"greedy","invited":"","away":false,"gone":true}],"stage":"ended","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":1,"asked":{},"began":1796084524.6685596,"stirred":1796084524.6762521,"outcome":"Ben resigned; Addie wins.","winners":[0],"wish":null,"rematch":""}', 4, 1, '2026-12-01T00:22:04.666573+00:00', '2026-12-01T00:22:04.766924+00:00');
INSERT INTO starforge.tables VALUES ('0ddfb6', '{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":1,"start":""}', '{"host":"Dee","places":[{"user":"Dee","bot":"","invited":"","away":false,"gone":false},{"user":"Ada","bot":"","invited":"","away":false,"gone":false}],"stage":"playing","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":1,"asked":{"0":[0,1796084524.7572165],"1":[0,1796084524.7572165]},"began":1796084524.7572165,"stirred":1796084524.7572165,"outcome":"","winners":[],"wish":null,"rematch":""}', 3, 0, '2026-12-01T00:22:04.755901+00:00', '2026-12-01T00:22:04.766096+00:00');
INSERT INTO starforge.tables VALUES ('a76e5f', '{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":2},"seed":1,"start":""}', '{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false},{"user":"Ben","bot":"","invited":"","away":false,"gone":false},{"user":"Cyd","bot":"","invited":"","away":false,"gone":false}],"stage":"playing","clock":{"kind":"move","seconds":86400},"clocks":{"turn":1,"runs":{"0":{"began":1796084524.7354133,"due":1796170924.7354133},"1":{"began":1796084524.7354133,"due":1796170924.7354133},"2":{"began":1796084524.7354133,"due":1796170924.7354133}},"kept":{},"banks":{},"shown":{},"out":[]},"turn":1,"asked":{"0":[0,1796084524.7354133],"1":[0,1796084524.7354133],"2":[0,1796084524.7354133]},"began":1796084524.7354133,"stirred":1796084524.7354133,"outcome":"","winners":[],"wish":null,"rematch":""}', 3, 3, '2026-12-01T00:22:04.734171+00:00', '2026-12-01T00:22:04.766276+00:00');
INSERT INTO starforge.tables VALUES ('472961', '{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":8947437459821966398,"start":""}', '{"host":"Ada","places":[{"user":"Ada","bot":"","invited":"","away":false,"gone":false},{"user":"","bot":"","invited":"Ben","away":false,"gone":false},{"user":"","bot":"greedy","invited":"","away":false,"gone":false}],"stage":"gathering","clock":{"kind":"bank","seconds":3600},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":0,"asked":{},"began":0.0,"stirred":0.0,"outcome":"","winners":[],"wish":null,"rematch":""}', 2, 0, '2026-12-01T00:22:04.730019+00:00', '2026-12-01T00:22:04.766447+00:00');
INSERT INTO starforge.tables VALUES ('61966f', '{"game":"tiny","rules_version":1,"written_by":"0.1.0","options":{"rounds":3},"seed":2857003126747172100,"start":""}', '{"host":"Dee","places":[{"user":"Dee","bot":"","invited":"","away":false,"gone":false},{"user":"","bot":"","invited":"Ada","away":false,"gone":false}],"stage":"gathering","clock":{"kind":"none","seconds":0},"clocks":{"turn":0,"runs":{},"kept":{},"banks":{},"shown":{},"out":[]},"turn":0,"asked":{},"began":0.0,"stirred":0.0,"outcome":"","winners":[],"wish":null,"rematch":""}', 2, 0, '2026-12-01T00:22:04.759253+00:00', '2026-12-01T00:22:04.765894+00:00');
INSERT INTO starforge.talk VALUES ('', 2, 'Ben', 'hello Addie', '2026-12-01T00:22:04.653557+00:00');
INSERT INTO starforge.talk VALUES ('', 3, 'Cyd', 'rubbish', '2026-12-01T00:22:04.654634+00:00');
INSERT INTO starforge.talk VALUES ('472961', 1, 'Ben', 'I will come', '2026-12-01T00:22:04.732364+00:00');
INSERT INTO starforge.talk VALUES ('a76e5f', 2, 'Ben', 'in a moment', '2026-12-01T00:22:04.752616+00:00');
INSERT INTO starforge.talk VALUES ('', 1, 'Ada', 'hello from Addie', '2026-12-01T00:22:04.652158+00:00');
INSERT INTO starforge.talk VALUES ('a76e5f', 1, 'Ada', 'your turn', '2026-12-01T00:22:04.750830+00:00');
INSERT INTO starforge.users VALUES ('Ben', 'ben', 'ben', '2026-12-01T00:22:04.640422+00:00', '{}', '');
INSERT INTO starforge.users VALUES ('Eve', 'eve', 'eve', '2026-12-01T00:22:04.648869+00:00', '{}', '');
INSERT INTO starforge.users VALUES ('Ada', 'ada', 'ada', '2026-12-01T00:22:04.635435+00:00', '{"theme": "contrast"}', '');
INSERT INTO starforge.users VALUES ('Cyd', 'cyd', 'cyd', '2026-12-01T00:22:04.643210+00:00', '{}', 'told secrets');
INSERT INTO starforge.users VALUES ('Dee', 'dee', 'dee', '2026-12-01T00:22:04.646200+00:00', '{}', '');
ALTER TABLE ONLY starforge.beats
    ADD CONSTRAINT beats_pkey PRIMARY KEY (daemon);
ALTER TABLE ONLY starforge.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (kind, value);
ALTER TABLE ONLY starforge.invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (sealed);
ALTER TABLE ONLY starforge.marks
    ADD CONSTRAINT marks_pkey PRIMARY KEY (name, table_id);
ALTER TABLE ONLY starforge.moves
    ADD CONSTRAINT moves_pkey PRIMARY KEY (table_id, n);
ALTER TABLE ONLY starforge.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
ALTER TABLE ONLY starforge.talk
    ADD CONSTRAINT talk_pkey PRIMARY KEY (table_id, n);
ALTER TABLE ONLY starforge.users
    ADD CONSTRAINT users_drawn_key UNIQUE (drawn);
ALTER TABLE ONLY starforge.users
    ADD CONSTRAINT users_folded_key UNIQUE (folded);
ALTER TABLE ONLY starforge.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (name);
ALTER TABLE ONLY starforge.identities
    ADD CONSTRAINT identities_name_fkey FOREIGN KEY (name) REFERENCES starforge.users(name) ON DELETE CASCADE;
ALTER TABLE ONLY starforge.marks
    ADD CONSTRAINT marks_name_fkey FOREIGN KEY (name) REFERENCES starforge.users(name) ON DELETE CASCADE;
ALTER TABLE ONLY starforge.moves
    ADD CONSTRAINT moves_table_id_fkey FOREIGN KEY (table_id) REFERENCES starforge.tables(id) ON DELETE CASCADE;
