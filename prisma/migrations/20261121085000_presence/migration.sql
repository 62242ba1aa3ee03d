-- When people were last there. idle_at: there at all; active_at: did something. Written by settings.
-- update_id: of presence_sequence at the last change, so that a client can ask for what changed since.
CREATE TABLE user_presence (
  user_id integer PRIMARY KEY,
  organization_id integer NOT NULL,
  update_id bigint NOT NULL,
  active_at timestamptz,
  idle_at timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX user_presence_updates ON user_presence (organization_id, update_id);

-- Locked by whoever changes a presence, so that update ids are in commit order and no reader skips one.
CREATE TABLE presence_sequence (
  organization_id integer PRIMARY KEY,
  last_update_id bigint NOT NULL
) WITH (fillfactor = 50);

GRANT SELECT ON user_presence, presence_sequence
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT INSERT, UPDATE ON user_presence, presence_sequence TO parley_settings;
