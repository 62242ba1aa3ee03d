-- The whole schema as of 2026-11-22. One section for each owner, which is the only writer of its tables (docs/adr/0005-database-roles.md). The
-- functions that statements call are in prisma/functions. Ids named message_id come from message_id_seq, and are taken while the counter row of
-- the organization is locked.
-- The replica identity of each table holds organization_id, so that one organization can be replicated (docs/adr/0031-keys-of-organizations.md).

-- For message_search_words, which holds an integer beside the words.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Roles ---------------------------------------------------------------------------------------------------------------------------------

-- Roles belong to the server, so another database may have created them. The role that migrates becomes a member of each, so that it can
-- act as the service, as integration tests do.
DO $$
DECLARE
  service text;
BEGIN
  FOREACH service IN ARRAY ARRAY['messaging', 'channels', 'settings', 'organization', 'invitations', 'event_queue'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', 'parley_' || service);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    EXECUTE format('GRANT %I TO CURRENT_USER', 'parley_' || service);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', 'parley_' || service);
  END LOOP;
END $$;

-- Event log: libs/event-log --------------------------------------------------------------------------------------------------------------

-- Stands here and not in prisma/functions because the table below needs it. Declared IMMUTABLE because a generated column requires that. It is
-- not: each row that is written anew gets another value.
CREATE FUNCTION random_origin(restored_at timestamptz) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog AS $$
BEGIN
  RETURN left(replace(gen_random_uuid()::text, '-', ''), 12);
END $$;

-- One row for each organization. Every change locks it first, so that commit order, seq order and message id order are the same.
CREATE TABLE organization_counter (
  organization_id integer PRIMARY KEY,
  seq bigint NOT NULL DEFAULT 0,
  last_message_id bigint NOT NULL DEFAULT 0,
  -- Time at which an operator reported that the files of the server were restored (docs/adr/0020-incarnations-of-the-log.md).
  restored_at timestamptz NOT NULL DEFAULT now(),
  -- A dump does not contain it, so PostgreSQL computes it anew when a dump is restored, and when restored_at is set. Other updates leave it
  -- alone. Never add a BEFORE UPDATE trigger to this table: PostgreSQL would then compute origin with each update.
  origin text GENERATED ALWAYS AS (random_origin(restored_at)) STORED
) WITH (fillfactor = 20);

CREATE TABLE event_log (
  organization_id integer NOT NULL,
  seq bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  type text NOT NULL,
  payload jsonb NOT NULL,
  PRIMARY KEY (organization_id, seq, at)
) PARTITION BY RANGE (at);
-- Rows of a day without a partition of its own go here, so that an insert never fails for lack of one.
CREATE TABLE event_log_default PARTITION OF event_log DEFAULT;
-- The next three days. The function event_log_maintain prepares the days after them.
DO $$
DECLARE
  day date;
BEGIN
  FOR day IN SELECT generate_series(1, 3) + (now() AT TIME ZONE 'UTC')::date LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF event_log FOR VALUES FROM (%L) TO (%L)',
      'event_log_' || to_char(day, 'YYYYMMDD'), day::text || ' 00:00+00', (day + 1)::text || ' 00:00+00');
  END LOOP;
END $$;

-- Calls to other services that a committed change requires. A row is written with the change and deleted when the call was answered. Calls of
-- one organization to one service are made in the order of their ids, which is the order of the changes (docs/adr/0010-outbox.md).
CREATE TABLE outbox_call (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id integer NOT NULL,
  service text NOT NULL,
  name text NOT NULL,
  input jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Until then a process works on it, or it waits for its next attempt.
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- It was refused, or failed too often. It no longer blocks later calls, and is kept for the operator.
  given_up_at timestamptz,
  PRIMARY KEY (id, organization_id)
);
CREATE INDEX outbox_call_line ON outbox_call (organization_id, service, id) WHERE given_up_at IS NULL;

GRANT SELECT ON organization_counter, event_log, outbox_call
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
-- event-queue writes one kind of event: one without recipients, which begins a new range of ids for ephemeral events.
GRANT UPDATE ON organization_counter
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT INSERT ON event_log
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT INSERT, UPDATE, DELETE ON outbox_call
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT INSERT ON organization_counter TO parley_organization;

-- Organizations and users: apps/organization ---------------------------------------------------------------------------------------------

CREATE TABLE organization (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  string_id text NOT NULL UNIQUE CHECK (string_id = lower(string_id)),
  uuid uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  settings jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  deactivated_at timestamptz
);

CREATE TABLE user_account (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  delivery_email text NOT NULL,
  api_email text NOT NULL,
  email_address_visibility smallint NOT NULL DEFAULT 1 CHECK (email_address_visibility BETWEEN 1 AND 5),
  full_name text NOT NULL,
  role smallint NOT NULL CHECK (role IN (100, 200, 300, 400, 600)),
  is_active boolean NOT NULL DEFAULT true,
  is_bot boolean NOT NULL DEFAULT false,
  is_system_bot boolean NOT NULL DEFAULT false,
  bot_type smallint,
  bot_owner_id integer REFERENCES user_account (id),
  default_sending_channel_id integer,
  timezone text NOT NULL DEFAULT '',
  avatar_source text NOT NULL DEFAULT 'G' CHECK (avatar_source IN ('G', 'U')),
  avatar_version integer NOT NULL DEFAULT 1,
  joined_at timestamptz NOT NULL DEFAULT now(),
  -- What a bot listens to if its registration does not say: a channel, and whether all public ones.
  default_events_register_channel_id integer,
  default_all_public_streams boolean NOT NULL DEFAULT false,
  -- The day of its most recent request, for lists of subscribers that omit users who are long inactive. Written at most once a day.
  last_active_on date NOT NULL DEFAULT current_date,
  -- Whether the operator lets this account create accounts for others (POST /users), whose addresses are not proved.
  can_create_users boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX user_account_delivery_email ON user_account (organization_id, lower(delivery_email));
CREATE UNIQUE INDEX user_account_api_email ON user_account (organization_id, lower(api_email));
CREATE UNIQUE INDEX user_account_organization ON user_account (organization_id, id);
ALTER TABLE user_account REPLICA IDENTITY USING INDEX user_account_organization;
-- Login at a host that names no organization: the address identifies it, if the address is unique in the installation.
CREATE INDEX user_account_email_anywhere ON user_account (lower(delivery_email));
-- Mentions by name.
CREATE INDEX user_account_full_name ON user_account (organization_id, lower(full_name));
CREATE INDEX user_account_bot_owner ON user_account (bot_owner_id) WHERE bot_owner_id IS NOT NULL;

CREATE TABLE api_key (
  user_id integer PRIMARY KEY REFERENCES user_account (id),
  organization_id integer NOT NULL,
  digest bytea NOT NULL UNIQUE,
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX api_key_organization ON api_key (organization_id, user_id);
ALTER TABLE api_key REPLICA IDENTITY USING INDEX api_key_organization;

-- Argon2id. Without a row the account cannot log in with a password (bots, accounts that only hold a key).
CREATE TABLE user_password (
  user_id integer PRIMARY KEY REFERENCES user_account (id),
  organization_id integer NOT NULL,
  hash text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX user_password_organization ON user_password (organization_id, user_id);
ALTER TABLE user_password REPLICA IDENTITY USING INDEX user_password_organization;

CREATE TABLE user_group (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  -- Null: an anonymous group, the value of a permission setting.
  name text,
  description text NOT NULL DEFAULT '',
  is_system_group boolean NOT NULL DEFAULT false,
  is_deactivated boolean NOT NULL DEFAULT false,
  creator_id integer,
  created_at timestamptz,
  settings jsonb NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX user_group_name ON user_group (organization_id, lower(name)) WHERE name IS NOT NULL;
CREATE UNIQUE INDEX user_group_organization ON user_group (organization_id, id);
ALTER TABLE user_group REPLICA IDENTITY USING INDEX user_group_organization;

CREATE TABLE user_group_member (
  group_id integer NOT NULL REFERENCES user_group (id),
  user_id integer NOT NULL REFERENCES user_account (id),
  organization_id integer NOT NULL,
  PRIMARY KEY (group_id, user_id, organization_id)
);
CREATE INDEX user_group_member_user ON user_group_member (user_id);

CREATE TABLE user_group_subgroup (
  group_id integer NOT NULL REFERENCES user_group (id),
  subgroup_id integer NOT NULL REFERENCES user_group (id),
  organization_id integer NOT NULL,
  PRIMARY KEY (group_id, subgroup_id, organization_id),
  CHECK (group_id <> subgroup_id)
);
CREATE INDEX user_group_subgroup_subgroup ON user_group_subgroup (subgroup_id);

-- Custom emoji. Rows stay after deactivation, because old messages and reactions show them.
CREATE TABLE realm_emoji (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  name text NOT NULL,
  author_id integer REFERENCES user_account (id),
  -- Name of the stored picture.
  file text NOT NULL,
  -- Its first frame, if it is animated.
  still_file text,
  is_deactivated boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX realm_emoji_organization ON realm_emoji (organization_id, id);
ALTER TABLE realm_emoji REPLICA IDENTITY USING INDEX realm_emoji_organization;
CREATE UNIQUE INDEX realm_emoji_active_name ON realm_emoji (organization_id, name) WHERE NOT is_deactivated;
CREATE INDEX realm_emoji_author ON realm_emoji (author_id) WHERE author_id IS NOT NULL;

-- Patterns in messages and topics that become links. place: they are tried in this order.
CREATE TABLE linkifier (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  pattern text NOT NULL,
  url_template text NOT NULL,
  example_input text,
  reverse_template text,
  alternative_url_templates text[] NOT NULL DEFAULT '{}',
  place integer NOT NULL
);
CREATE UNIQUE INDEX linkifier_pattern ON linkifier (organization_id, pattern);
ALTER TABLE linkifier REPLICA IDENTITY USING INDEX linkifier_pattern;

-- Where code of a language can be run.
CREATE TABLE playground (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  name text NOT NULL,
  pygments_language text NOT NULL,
  url_template text NOT NULL
);
CREATE UNIQUE INDEX playground_name ON playground (organization_id, pygments_language, name);
ALTER TABLE playground REPLICA IDENTITY USING INDEX playground_name;

-- field_type: 1 short text, 2 paragraph, 3 dropdown, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.
-- field_data: JSON text in the format for clients.
CREATE TABLE profile_field (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  field_type smallint NOT NULL,
  name text NOT NULL,
  hint text NOT NULL DEFAULT '',
  field_data text NOT NULL DEFAULT '',
  place integer NOT NULL,
  display_in_profile_summary boolean NOT NULL DEFAULT false,
  required boolean NOT NULL DEFAULT false,
  editable_by_user boolean NOT NULL DEFAULT true,
  use_for_user_matching boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX profile_field_name ON profile_field (organization_id, name);
ALTER TABLE profile_field REPLICA IDENTITY USING INDEX profile_field_name;

-- value: in the format for clients; for a field with users the JSON text of a list of ids. rendered: HTML, only for text fields.
CREATE TABLE profile_value (
  user_id integer NOT NULL REFERENCES user_account (id),
  field_id integer NOT NULL REFERENCES profile_field (id) ON DELETE CASCADE,
  organization_id integer NOT NULL REFERENCES organization (id),
  value text NOT NULL,
  rendered text,
  PRIMARY KEY (user_id, field_id)
);
CREATE UNIQUE INDEX profile_value_organization ON profile_value (organization_id, user_id, field_id);
ALTER TABLE profile_value REPLICA IDENTITY USING INDEX profile_value_organization;
CREATE INDEX profile_value_field ON profile_value (field_id);

-- Domains whose addresses may join if emails_restricted_to_domains is on.
CREATE TABLE organization_domain (
  organization_id integer NOT NULL REFERENCES organization (id),
  domain text NOT NULL,
  allow_subdomains boolean NOT NULL,
  PRIMARY KEY (organization_id, domain)
);

-- Addresses that users want to change to and have not confirmed: one for each user, the newest.
-- nonce: the key in the mailed link is derived from it and PARLEY_KEY_SECRET, so that this table alone confirms nothing.
CREATE TABLE email_change (
  user_id integer PRIMARY KEY REFERENCES user_account (id),
  organization_id integer NOT NULL REFERENCES organization (id),
  new_email text NOT NULL,
  nonce uuid NOT NULL UNIQUE,
  requested_at timestamptz NOT NULL DEFAULT now(),
  -- The address at the time of the request. If it has changed since, the link is invalid.
  old_email text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX email_change_organization ON email_change (organization_id, user_id);
ALTER TABLE email_change REPLICA IDENTITY USING INDEX email_change_organization;

-- Links to a new password; an account that asks again has several.
-- nonce: the key in the mailed link is derived from it and PARLEY_KEY_SECRET, so that this table alone opens nothing.
CREATE TABLE password_reset (
  nonce uuid PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  user_id integer NOT NULL REFERENCES user_account (id),
  -- The address it was mailed to. If the account has another one since, the link is invalid.
  email text NOT NULL,
  expires_at timestamptz NOT NULL,
  -- It was used, or the password was changed otherwise. The row stays for a while, so that a mail that is sent again opens nothing.
  ended_at timestamptz
);
CREATE INDEX password_reset_of_account ON password_reset (user_id);
CREATE UNIQUE INDEX password_reset_old ON password_reset (organization_id, expires_at, nonce);
ALTER TABLE password_reset REPLICA IDENTITY USING INDEX password_reset_old;

-- What bots store between their runs: texts by key.
CREATE TABLE bot_storage (
  bot_id integer NOT NULL REFERENCES user_account (id),
  organization_id integer NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (bot_id, key, organization_id)
);

-- Facts about the whole installation. The migration job sets deployed_at at each deployment: see tools/src/migrate/note-deployment.ts.
CREATE TABLE installation (
  -- Always true: there is one row.
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  deployed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO installation DEFAULT VALUES;

GRANT SELECT ON organization, user_account, user_group, user_group_member, user_group_subgroup, realm_emoji, linkifier, playground, profile_field,
    profile_value, organization_domain
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT INSERT, UPDATE, DELETE ON organization, user_account, user_group, user_group_member, user_group_subgroup, linkifier, playground,
    profile_field, profile_value, organization_domain
  TO parley_organization;
GRANT INSERT, UPDATE ON realm_emoji TO parley_organization;
-- Only organization reads these: keys, password digests, open requests, and what bots store.
GRANT SELECT, INSERT, UPDATE, DELETE ON api_key, user_password, email_change, password_reset, bot_storage TO parley_organization;
GRANT SELECT ON installation TO parley_organization;
-- It takes the id of an account before it inserts it, because the address that others see may contain it.
GRANT USAGE ON SEQUENCE user_account_id_seq TO parley_organization;

-- Channels: apps/channels ----------------------------------------------------------------------------------------------------------------

-- name_key: the folded name, unique among all folders, also archived ones. place: the sort order; archived folders keep theirs.
CREATE TABLE channel_folder (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  name text NOT NULL,
  name_key text NOT NULL,
  description text NOT NULL DEFAULT '',
  rendered_description text NOT NULL DEFAULT '',
  place integer NOT NULL,
  creator_id integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  is_archived boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX channel_folder_name ON channel_folder (organization_id, name_key);
ALTER TABLE channel_folder REPLICA IDENTITY USING INDEX channel_folder_name;

-- name_key: the folded name (libs/contracts channelNameKey), because what lower() folds depends on the locale of the cluster.
-- weekly_traffic: estimated messages per week; null until there is enough history to estimate.
CREATE TABLE channel (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  name text NOT NULL,
  name_key text NOT NULL,
  description text NOT NULL DEFAULT '',
  rendered_description text NOT NULL DEFAULT '',
  creator_id integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  is_private boolean NOT NULL DEFAULT false,
  is_web_public boolean NOT NULL DEFAULT false,
  history_public_to_subscribers boolean NOT NULL DEFAULT true,
  is_archived boolean NOT NULL DEFAULT false,
  message_retention_days integer,
  topics_policy text NOT NULL DEFAULT 'inherit'
    CHECK (topics_policy IN ('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only')),
  folder_id integer REFERENCES channel_folder (id),
  subscriber_count integer NOT NULL DEFAULT 0,
  is_recently_active boolean NOT NULL DEFAULT true,
  weekly_traffic integer,
  can_add_subscribers_group integer NOT NULL,
  can_remove_subscribers_group integer NOT NULL,
  can_administer_channel_group integer NOT NULL,
  can_delete_any_message_group integer NOT NULL,
  can_delete_own_message_group integer NOT NULL,
  can_move_messages_out_of_channel_group integer NOT NULL,
  can_move_messages_within_channel_group integer NOT NULL,
  can_send_message_group integer NOT NULL,
  can_subscribe_group integer NOT NULL,
  can_resolve_topics_group integer NOT NULL,
  can_create_topic_group integer NOT NULL,
  CHECK (is_private OR history_public_to_subscribers),
  CHECK (NOT (is_private AND is_web_public))
);
CREATE UNIQUE INDEX channel_name ON channel (organization_id, name_key);
ALTER TABLE channel REPLICA IDENTITY USING INDEX channel_name;
CREATE INDEX channel_folder_channels ON channel (folder_id) WHERE folder_id IS NOT NULL;

CREATE TABLE subscription (
  user_id integer NOT NULL,
  channel_id integer NOT NULL,
  organization_id integer NOT NULL,
  active boolean NOT NULL,
  color text NOT NULL,
  is_muted boolean NOT NULL DEFAULT false,
  pin_to_top boolean NOT NULL DEFAULT false,
  desktop_notifications boolean,
  audible_notifications boolean,
  push_notifications boolean,
  email_notifications boolean,
  wildcard_mentions_notify boolean,
  PRIMARY KEY (user_id, channel_id, organization_id)
);
CREATE INDEX subscription_active_channel ON subscription (channel_id) INCLUDE (user_id) WHERE active;

-- The recipients of a message follow from these spans of message ids: after after_id, up to until_id.
CREATE TABLE subscription_span (
  user_id integer NOT NULL,
  channel_id integer NOT NULL,
  organization_id integer NOT NULL,
  after_id bigint NOT NULL,
  -- The largest bigint: the user is subscribed.
  until_id bigint NOT NULL DEFAULT 9223372036854775807,
  PRIMARY KEY (user_id, channel_id, after_id, organization_id)
);
CREATE UNIQUE INDEX subscription_span_open ON subscription_span (user_id, channel_id) WHERE until_id = 9223372036854775807;
CREATE INDEX subscription_span_channel ON subscription_span (channel_id, user_id) INCLUDE (after_id, until_id);

CREATE TABLE default_channel (
  organization_id integer NOT NULL,
  channel_id integer NOT NULL,
  PRIMARY KEY (organization_id, channel_id)
);

-- Written only by the function change_topic_visibility.
CREATE TABLE user_topic (
  user_id integer NOT NULL,
  channel_id integer NOT NULL,
  organization_id integer NOT NULL,
  topic_key text NOT NULL,
  topic_name text NOT NULL,
  visibility_policy smallint NOT NULL CHECK (visibility_policy BETWEEN 1 AND 3),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, channel_id, topic_key, organization_id)
);

GRANT SELECT ON channel_folder, channel, subscription, subscription_span, default_channel, user_topic
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT INSERT, UPDATE, DELETE ON channel, subscription, subscription_span, default_channel, user_topic TO parley_channels;
GRANT INSERT, UPDATE ON channel_folder TO parley_channels;

-- Messages: apps/messaging ---------------------------------------------------------------------------------------------------------------

-- CACHE 1: a cached block of ids would break the order of ids within an organization.
CREATE SEQUENCE message_id_seq CACHE 1;
GRANT USAGE ON SEQUENCE message_id_seq
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;

CREATE TABLE topic (
  id bigint GENERATED BY DEFAULT AS IDENTITY,
  organization_id integer NOT NULL,
  channel_id integer NOT NULL,
  key text NOT NULL,
  max_message_id bigint NOT NULL,
  UNIQUE (channel_id, key),
  PRIMARY KEY (id, organization_id)
) WITH (fillfactor = 80);
CREATE INDEX topic_recent ON topic (channel_id, max_message_id DESC);

CREATE TABLE conversation (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL,
  participant_key text NOT NULL,
  last_message_id bigint NOT NULL DEFAULT 0,
  UNIQUE (organization_id, participant_key)
) WITH (fillfactor = 80);
ALTER TABLE conversation REPLICA IDENTITY USING INDEX conversation_organization_id_participant_key_key;

CREATE TABLE conversation_participant (
  user_id integer NOT NULL,
  organization_id integer NOT NULL,
  conversation_id bigint NOT NULL,
  read_id bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, conversation_id, organization_id)
) WITH (fillfactor = 80);
CREATE INDEX conversation_participant_conversation ON conversation_participant (conversation_id);

-- attrs: bits of MESSAGE_ATTRS in libs/contracts.
CREATE TABLE message (
  id bigint PRIMARY KEY,
  organization_id integer NOT NULL,
  channel_id integer,
  origin_channel_id integer,
  moved_at_id bigint,
  topic_id bigint,
  conversation_id bigint,
  sender_id integer NOT NULL,
  sent_at timestamptz NOT NULL,
  attrs integer NOT NULL DEFAULT 0,
  topic text,
  content text NOT NULL,
  rendered text NOT NULL,
  client_name text NOT NULL,
  edit_history jsonb,
  last_edited_at timestamptz,
  last_moved_at timestamptz,
  CHECK ((channel_id IS NULL) <> (conversation_id IS NULL)),
  CHECK ((channel_id IS NULL) = (topic IS NULL)),
  CHECK ((origin_channel_id IS NULL) = (moved_at_id IS NULL))
);
CREATE INDEX message_channel ON message (channel_id, id) INCLUDE (topic_id, sender_id, attrs, origin_channel_id) WHERE channel_id IS NOT NULL;
CREATE INDEX message_origin_channel ON message (origin_channel_id, id) INCLUDE (channel_id) WHERE origin_channel_id IS NOT NULL;
CREATE INDEX message_moved_in ON message (channel_id, id) WHERE origin_channel_id IS NOT NULL;
CREATE INDEX message_topic ON message (topic_id, id) INCLUDE (sender_id, attrs) WHERE topic_id IS NOT NULL;
CREATE INDEX message_conversation ON message (conversation_id, id) INCLUDE (sender_id, attrs) WHERE conversation_id IS NOT NULL;
CREATE INDEX message_sender ON message (sender_id, id) INCLUDE (channel_id, conversation_id, origin_channel_id, moved_at_id);
-- The first message at a date (anchor=date). Times ascend with ids, so each entry is added at the end of its organization.
CREATE UNIQUE INDEX message_sent_at ON message (organization_id, sent_at, id);
ALTER TABLE message REPLICA IDENTITY USING INDEX message_sent_at;
-- is:mentioned and has:reaction find few messages in large channels and conversations: these indexes hold only those.
CREATE INDEX message_wildcard ON message (channel_id, id) INCLUDE (origin_channel_id) WHERE attrs & 1 <> 0;
CREATE INDEX message_reacted ON message (channel_id, id) INCLUDE (origin_channel_id) WHERE attrs & 32 <> 0 AND channel_id IS NOT NULL;
CREATE INDEX message_wildcard_direct ON message (conversation_id, id) WHERE attrs & 1 <> 0 AND conversation_id IS NOT NULL;
CREATE INDEX message_reacted_direct ON message (conversation_id, id) WHERE attrs & 32 <> 0 AND conversation_id IS NOT NULL;

-- flags: bits of FLAG_BITS in libs/contracts. Without a row, the watermark of the channel or conversation says whether a message is read.
CREATE TABLE message_flag (
  user_id integer NOT NULL,
  organization_id integer NOT NULL,
  message_id bigint NOT NULL,
  flags smallint NOT NULL,
  PRIMARY KEY (user_id, message_id, organization_id)
);
CREATE INDEX message_flag_unread ON message_flag (user_id, message_id) INCLUDE (flags) WHERE flags & 1 = 0;
CREATE INDEX message_flag_starred ON message_flag (user_id, message_id) WHERE flags & 2 <> 0;
CREATE INDEX message_flag_mentioned ON message_flag (user_id, message_id) WHERE flags & 72 <> 0;
CREATE INDEX message_flag_alerted ON message_flag (user_id, message_id) WHERE flags & 16 <> 0;
CREATE INDEX message_flag_historical ON message_flag (user_id, message_id) WHERE flags & 32 <> 0;
-- Rows that only say "read": the job that merges them into watermarks looks for these.
CREATE INDEX message_flag_read ON message_flag (user_id, message_id) INCLUDE (organization_id) WHERE flags = 1;
CREATE INDEX message_flag_message ON message_flag (message_id);

CREATE TABLE channel_read (
  user_id integer NOT NULL,
  channel_id integer NOT NULL,
  organization_id integer NOT NULL,
  read_id bigint NOT NULL,
  PRIMARY KEY (user_id, channel_id, organization_id)
) WITH (fillfactor = 80);

CREATE TABLE muted_user (
  user_id integer NOT NULL,
  sender_id integer NOT NULL,
  organization_id integer NOT NULL,
  read_until_id bigint NOT NULL DEFAULT 9223372036854775807,
  -- Null after unmuting.
  muted_at timestamptz,
  PRIMARY KEY (user_id, sender_id, organization_id)
);
CREATE INDEX muted_user_sender ON muted_user (sender_id);

CREATE TABLE channel_activity (
  channel_id integer PRIMARY KEY,
  organization_id integer NOT NULL,
  first_message_id bigint NOT NULL
);
CREATE UNIQUE INDEX channel_activity_organization ON channel_activity (organization_id, channel_id);
ALTER TABLE channel_activity REPLICA IDENTITY USING INDEX channel_activity_organization;

-- A user who received a message has received it also after it is deleted: the newest message of a span that was deleted, so that the newest
-- message that a user ever received (max_message_id of a registration) never decreases.
CREATE TABLE deleted_newest_message (
  channel_id integer NOT NULL,
  message_id bigint NOT NULL,
  organization_id integer NOT NULL,
  PRIMARY KEY (channel_id, message_id, organization_id)
);

-- Texts of deleted messages that the event log still holds, because clients whose queues lag may still receive them. event-queue erases them.
CREATE TABLE text_to_erase (
  organization_id integer NOT NULL,
  message_id bigint NOT NULL,
  sent_at timestamptz NOT NULL,
  -- It was edited, or has submessages: later events hold texts too.
  is_changed boolean NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT now(),
  -- The newest event before the deletion. A queue that has acknowledged it needs no text of the message.
  after_seq bigint NOT NULL,
  PRIMARY KEY (organization_id, message_id)
);

CREATE TABLE message_search (
  organization_id integer NOT NULL,
  message_id bigint NOT NULL,
  received_channel_id integer,
  conversation_id bigint,
  tsv tsvector NOT NULL,
  PRIMARY KEY (organization_id, message_id)
);
CREATE INDEX message_search_words ON message_search USING gin (organization_id, tsv);

-- A repeated send with the same local_id is one send.
CREATE TABLE sent_local_id (
  organization_id integer NOT NULL,
  sender_id integer NOT NULL,
  queue_id text NOT NULL,
  local_id text NOT NULL,
  message_id bigint NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, sender_id, queue_id, local_id)
);
CREATE INDEX sent_local_id_age ON sent_local_id (sent_at);

CREATE TABLE reaction (
  id bigint GENERATED BY DEFAULT AS IDENTITY,
  organization_id integer NOT NULL,
  message_id bigint NOT NULL,
  user_id integer NOT NULL,
  emoji_name text NOT NULL,
  emoji_code text NOT NULL,
  reaction_type text NOT NULL CHECK (reaction_type IN ('unicode_emoji', 'realm_emoji', 'service_extra_emoji')),
  UNIQUE (message_id, user_id, reaction_type, emoji_code),
  PRIMARY KEY (id, organization_id)
);

-- Data of widgets (polls, to-do lists) that users attached to messages.
CREATE TABLE submessage (
  id bigint GENERATED BY DEFAULT AS IDENTITY,
  organization_id integer NOT NULL,
  message_id bigint NOT NULL,
  sender_id integer NOT NULL,
  msg_type text NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (id, organization_id)
);
CREATE INDEX submessage_message ON submessage (message_id, id);

-- Words that flag a message for a user. key: how words compare, trimmed and in lower case.
CREATE TABLE alert_word (
  user_id integer NOT NULL,
  organization_id integer NOT NULL,
  key text NOT NULL,
  word text NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE UNIQUE INDEX alert_word_key ON alert_word (organization_id, key, user_id);
ALTER TABLE alert_word REPLICA IDENTITY USING INDEX alert_word_key;

-- Increases with every change of the organization's alert words, so that a send notices at once that the words it cached are outdated.
CREATE TABLE alert_word_version (
  organization_id integer PRIMARY KEY,
  version bigint NOT NULL
);

-- recipient_ids: one channel, or the other users of a direct message. edited_at: seconds since the epoch, from the client.
CREATE TABLE draft (
  id integer GENERATED BY DEFAULT AS IDENTITY,
  organization_id integer NOT NULL,
  user_id integer NOT NULL,
  type text NOT NULL CHECK (type IN ('', 'stream', 'private')),
  recipient_ids integer[] NOT NULL,
  topic text NOT NULL,
  content text NOT NULL,
  edited_at bigint NOT NULL,
  PRIMARY KEY (id, organization_id)
);
CREATE INDEX draft_owner ON draft (user_id, edited_at);

-- Uploaded files. Their bytes are in the storage (libs/storage). path_id: the part of the URL after /user_uploads/.
CREATE TABLE attachment (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  owner_id integer NOT NULL REFERENCES user_account (id),
  path_id text NOT NULL UNIQUE,
  name text NOT NULL,
  size bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null while a message links it.
  unclaimed_since timestamptz DEFAULT now()
);
CREATE UNIQUE INDEX attachment_organization ON attachment (organization_id, id);
ALTER TABLE attachment REPLICA IDENTITY USING INDEX attachment_organization;
CREATE INDEX attachment_owner ON attachment (owner_id, id);
CREATE INDEX attachment_unclaimed ON attachment (unclaimed_since) WHERE unclaimed_since IS NOT NULL;

-- The messages that link a file.
CREATE TABLE attachment_message (
  attachment_id integer NOT NULL REFERENCES attachment (id) ON DELETE CASCADE,
  message_id bigint NOT NULL,
  organization_id integer NOT NULL,
  PRIMARY KEY (attachment_id, message_id, organization_id)
);
CREATE INDEX attachment_message_message ON attachment_message (message_id);

-- Bytes of all attachments of an organization.
CREATE TABLE upload_usage (
  organization_id integer PRIMARY KEY REFERENCES organization (id),
  bytes bigint NOT NULL CHECK (bytes >= 0)
);

-- Files without an attachment: a new file is recorded here until its attachment is stored, so that none is ever forgotten.
CREATE TABLE file_to_erase (
  key text PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  erase_after timestamptz NOT NULL
);
CREATE UNIQUE INDEX file_to_erase_organization ON file_to_erase (organization_id, key);
ALTER TABLE file_to_erase REPLICA IDENTITY USING INDEX file_to_erase_organization;
CREATE INDEX file_to_erase_due ON file_to_erase (erase_after);

GRANT SELECT ON topic, conversation, conversation_participant, message, message_flag, channel_read, muted_user, channel_activity,
    deleted_newest_message, text_to_erase, message_search, sent_local_id, reaction, submessage, alert_word, alert_word_version, attachment,
    attachment_message, upload_usage, file_to_erase
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT INSERT, UPDATE, DELETE ON topic, conversation, conversation_participant, message, message_flag, channel_read, muted_user, channel_activity,
    message_search, sent_local_id, reaction, alert_word, alert_word_version, attachment, attachment_message, upload_usage, file_to_erase
  TO parley_messaging;
GRANT INSERT, DELETE ON deleted_newest_message, submessage TO parley_messaging;
GRANT INSERT ON text_to_erase TO parley_messaging;
-- Only messaging reads drafts.
GRANT SELECT, INSERT, UPDATE, DELETE ON draft TO parley_messaging;

-- Personal settings: apps/settings -------------------------------------------------------------------------------------------------------

CREATE TABLE user_settings (
  user_id integer PRIMARY KEY,
  organization_id integer NOT NULL,
  values jsonb NOT NULL DEFAULT '{}',
  -- Names of the settings that the user changed themselves at least once: an administrator who sets them for all users can leave these alone.
  own_edits text[] NOT NULL DEFAULT '{}'
);
CREATE UNIQUE INDEX user_settings_organization ON user_settings (organization_id, user_id);
ALTER TABLE user_settings REPLICA IDENTITY USING INDEX user_settings_organization;

CREATE TABLE organization_user_defaults (
  organization_id integer PRIMARY KEY,
  values jsonb NOT NULL DEFAULT '{}'
);

-- Views in the sidebar. A built-in view has a row once it was configured, and no name.
CREATE TABLE navigation_view (
  user_id integer NOT NULL REFERENCES user_account (id),
  organization_id integer NOT NULL REFERENCES organization (id),
  fragment text NOT NULL,
  is_pinned boolean NOT NULL,
  name text,
  PRIMARY KEY (user_id, fragment)
);
CREATE UNIQUE INDEX navigation_view_organization ON navigation_view (organization_id, user_id, fragment);
ALTER TABLE navigation_view REPLICA IDENTITY USING INDEX navigation_view_organization;

-- Texts to insert into messages.
CREATE TABLE saved_snippet (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  user_id integer NOT NULL REFERENCES user_account (id),
  title text NOT NULL,
  content text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX saved_snippet_of_user ON saved_snippet (user_id);
CREATE UNIQUE INDEX saved_snippet_organization ON saved_snippet (organization_id, id);
ALTER TABLE saved_snippet REPLICA IDENTITY USING INDEX saved_snippet_organization;

-- Where push notifications go. service: apns (with the id of the app) or fcm.
CREATE TABLE push_token (
  user_id integer NOT NULL REFERENCES user_account (id),
  service text NOT NULL,
  token_digest bytea NOT NULL,
  organization_id integer NOT NULL REFERENCES organization (id),
  token text NOT NULL,
  app_id text,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, service, token_digest)
);
CREATE UNIQUE INDEX push_token_organization ON push_token (organization_id, user_id, service, token_digest);
ALTER TABLE push_token REPLICA IDENTITY USING INDEX push_token_organization;

-- Clients that registered themselves, so that each can have its own encrypted push notifications.
CREATE TABLE client_device (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  user_id integer NOT NULL REFERENCES user_account (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX client_device_of_user ON client_device (user_id);
CREATE UNIQUE INDEX client_device_organization ON client_device (organization_id, id);
ALTER TABLE client_device REPLICA IDENTITY USING INDEX client_device_organization;

-- idle_at: the user was online at all; active_at: they did something.
-- update_id: of presence_sequence at the last change, so that a client can request what changed since.
CREATE TABLE user_presence (
  user_id integer NOT NULL,
  organization_id integer NOT NULL,
  update_id bigint NOT NULL,
  active_at timestamptz,
  idle_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, organization_id)
) WITH (fillfactor = 50);
CREATE INDEX user_presence_updates ON user_presence (organization_id, update_id);

-- Locked by each change of a presence, so that update ids are in commit order and no reader skips one.
CREATE TABLE presence_sequence (
  organization_id integer PRIMARY KEY,
  last_update_id bigint NOT NULL
) WITH (fillfactor = 50);

-- No row, or a row with empty texts: no status.
CREATE TABLE user_status (
  user_id integer PRIMARY KEY,
  organization_id integer NOT NULL,
  status_text text NOT NULL DEFAULT '',
  emoji_name text NOT NULL DEFAULT '',
  emoji_code text NOT NULL DEFAULT '',
  reaction_type text NOT NULL DEFAULT 'unicode_emoji' CHECK (reaction_type IN ('unicode_emoji', 'realm_emoji', 'service_extra_emoji')),
  away boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX user_status_organization ON user_status (organization_id, user_id);
ALTER TABLE user_status REPLICA IDENTITY USING INDEX user_status_organization;

GRANT SELECT ON user_settings, organization_user_defaults, navigation_view, saved_snippet, client_device, user_presence, presence_sequence,
    user_status
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT SELECT ON push_token TO parley_messaging, parley_settings;
GRANT INSERT, UPDATE, DELETE ON user_settings, organization_user_defaults, navigation_view, saved_snippet, push_token, client_device
  TO parley_settings;
GRANT INSERT, UPDATE ON user_presence, presence_sequence, user_status TO parley_settings;

-- Invitations: apps/invitations ----------------------------------------------------------------------------------------------------------

-- Ended invitations stay, because the mails of a day are counted.
-- The token in the link is derived from the nonce and a secret of the installation, and found by its digest: this table alone opens nothing.
CREATE TABLE invitation (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  inviter_id integer NOT NULL REFERENCES user_account (id),
  -- Null: a reusable link.
  email text,
  role smallint NOT NULL,
  channel_ids integer[] NOT NULL,
  group_ids integer[] NOT NULL,
  includes_defaults boolean NOT NULL,
  notifies_inviter boolean NOT NULL,
  welcome_text text,
  nonce bytea NOT NULL,
  token_digest bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null: never.
  expires_at timestamptz,
  -- Revoked, or another invitation of the address was accepted.
  ended_at timestamptz,
  mail_count integer NOT NULL DEFAULT 0,
  mailed_at timestamptz,
  -- Created by the operator for the owner of an organization: for one use, with any address. Users neither see nor change it.
  is_of_operator boolean NOT NULL DEFAULT false,
  -- A user of a reusable link proves their address by an invitation of its own, whose parent is the link. Null: a user sent the invitation.
  parent_id integer REFERENCES invitation (id)
);
CREATE UNIQUE INDEX invitation_organization ON invitation (organization_id, id);
ALTER TABLE invitation REPLICA IDENTITY USING INDEX invitation_organization;
CREATE INDEX invitation_open ON invitation (organization_id) WHERE ended_at IS NULL;
CREATE INDEX invitation_mailed ON invitation (organization_id, mailed_at) WHERE mailed_at IS NOT NULL;
-- An address has one open invitation in each organization.
CREATE INDEX invitation_of_address ON invitation (organization_id, lower(email)) WHERE email IS NOT NULL;
CREATE INDEX invitation_of_link ON invitation (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX invitation_inviter ON invitation (inviter_id);

-- Which account was created with which invitation. organization writes it in the transaction that creates the account, so that an invitation
-- for one use is used up at that moment.
CREATE TABLE invitation_acceptance (
  invitation_id integer NOT NULL REFERENCES invitation (id),
  user_id integer NOT NULL REFERENCES user_account (id),
  organization_id integer NOT NULL REFERENCES organization (id),
  accepted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (invitation_id, user_id)
);
CREATE INDEX invitation_acceptance_user ON invitation_acceptance (user_id);
CREATE UNIQUE INDEX invitation_acceptance_organization ON invitation_acceptance (organization_id, invitation_id, user_id);
ALTER TABLE invitation_acceptance REPLICA IDENTITY USING INDEX invitation_acceptance_organization;

GRANT SELECT ON invitation, invitation_acceptance TO parley_organization, parley_invitations;
GRANT INSERT, UPDATE ON invitation TO parley_invitations;
GRANT INSERT ON invitation_acceptance TO parley_organization;

-- Mail: libs/mail ------------------------------------------------------------------------------------------------------------------------

-- Mails that are being sent or were sent: a job that runs twice sends once. Rows stay for a month.
CREATE TABLE sent_mail (
  -- The template, and what the mail is about.
  key text PRIMARY KEY,
  -- 0: of the installation itself.
  organization_id integer NOT NULL,
  -- The process that set it last is sending the mail, for a while.
  claimed_at timestamptz NOT NULL,
  -- The mail server accepted it.
  sent_at timestamptz
);
CREATE UNIQUE INDEX sent_mail_organization ON sent_mail (organization_id, key);
ALTER TABLE sent_mail REPLICA IDENTITY USING INDEX sent_mail_organization;
CREATE INDEX sent_mail_old ON sent_mail (claimed_at);

-- Mails to send. Redis runs their jobs, and may lose them. A row is deleted when its job succeeded.
CREATE TABLE queued_mail (
  -- The job that sends it, and the key of the job.
  job text NOT NULL,
  key text NOT NULL,
  payload jsonb NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT now(),
  -- When its job was last given to Redis.
  enqueued_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (job, key)
);
CREATE INDEX queued_mail_enqueued ON queued_mail (job, enqueued_at);

-- The mails that an address may get within 24 hours, one row for each.
CREATE TABLE mail_allowance (
  -- 0: of the installation itself.
  organization_id integer NOT NULL,
  -- What the mails are about.
  kind text NOT NULL,
  -- In lower case.
  address text NOT NULL,
  -- From 1 to the number of mails that are allowed.
  place smallint NOT NULL,
  -- The mail that took the place last.
  key text NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, kind, address, place)
);
CREATE INDEX mail_allowance_old ON mail_allowance (taken_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON sent_mail, queued_mail TO parley_organization, parley_invitations;
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_allowance TO parley_organization;
