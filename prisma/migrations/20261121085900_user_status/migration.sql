-- What somebody says about himself. No row, or all empty: nothing. Written by settings.
CREATE TABLE user_status (
  user_id integer PRIMARY KEY,
  organization_id integer NOT NULL,
  status_text text NOT NULL DEFAULT '',
  emoji_name text NOT NULL DEFAULT '',
  emoji_code text NOT NULL DEFAULT '',
  reaction_type text NOT NULL DEFAULT 'unicode_emoji' CHECK (reaction_type IN ('unicode_emoji', 'realm_emoji', 'service_extra_emoji')),
  away boolean NOT NULL DEFAULT false
);
CREATE INDEX user_status_organization ON user_status (organization_id);

GRANT SELECT ON user_status
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT INSERT, UPDATE ON user_status TO parley_settings;
