-- Digests (docs/adr/0068-digests.md). An organization has a row if it sends digests, and something happened since its last one. scheduled_at: when its
-- digest begins. due_at: when it is looked at next; a process that works on it has moved the time ahead. Then people are taken in the order of their ids.
CREATE TABLE digest_run (
  organization_id integer PRIMARY KEY,
  scheduled_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- What the digest tells of happened from this time on.
  since timestamptz NOT NULL,
  begun_at timestamptz,
  after_user_id integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX digest_run_due ON digest_run (due_at);

-- While a digest is being made: the topics of each channel in which most people and most messages were.
CREATE TABLE digest_topic (
  organization_id integer NOT NULL,
  channel_id integer NOT NULL,
  topic_id bigint NOT NULL,
  senders integer NOT NULL,
  messages integer NOT NULL,
  PRIMARY KEY (organization_id, channel_id, topic_id)
);

-- The last digest of each person. The next one begins at least 6 days later.
CREATE TABLE digest_mail (
  organization_id integer NOT NULL,
  user_id integer NOT NULL,
  begun_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON digest_run, digest_topic, digest_mail TO parley_notifications;
