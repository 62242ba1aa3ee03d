-- Words whose mention in a message flags it for one person. `key`: how words compare, trimmed and in lower case.
CREATE TABLE alert_word (
  user_id integer NOT NULL,
  organization_id integer NOT NULL,
  key text NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX alert_word_key ON alert_word (organization_id, key) INCLUDE (user_id);

-- Grows with every change of the organization's alert words, so that a sender sees at once that the words it remembers are old.
CREATE TABLE alert_word_version (
  organization_id integer PRIMARY KEY,
  version bigint NOT NULL
);

GRANT SELECT ON alert_word, alert_word_version
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT INSERT, UPDATE, DELETE ON alert_word, alert_word_version TO parley_messaging;
