-- How people and programs outside of Parley learn of messages (docs/adr/0056-missed-messages.md). Its service has a role of its own.
DO $$
BEGIN
  BEGIN
    CREATE ROLE parley_notifications NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  GRANT parley_notifications TO CURRENT_USER;
  GRANT USAGE ON SCHEMA public TO parley_notifications;
END $$;

-- What every service reads and writes: the event log, its counter, the outbox, and mails.
GRANT SELECT ON organization_counter, event_log, outbox_call, installation, organization_fence TO parley_notifications;
GRANT UPDATE ON organization_counter TO parley_notifications;
GRANT INSERT ON event_log TO parley_notifications;
GRANT INSERT, UPDATE, DELETE ON outbox_call TO parley_notifications;
GRANT SELECT, INSERT, UPDATE, DELETE ON sent_mail, queued_mail TO parley_notifications;
GRANT USAGE ON SEQUENCE message_id_seq TO parley_notifications;

-- What decides who is told of a message, and what they are told.
GRANT SELECT ON organization, user_account, user_group, user_group_member, user_group_subgroup, realm_emoji, linkifier, playground, profile_field,
    profile_value, organization_domain
  TO parley_notifications;
GRANT SELECT ON channel_folder, channel, subscription, subscription_span, default_channel, user_topic TO parley_notifications;
GRANT SELECT ON topic, conversation, conversation_participant, message, message_flag, channel_read, muted_user, channel_activity, reaction,
    submessage, attachment, attachment_message
  TO parley_notifications;
GRANT SELECT ON user_settings, organization_user_defaults, client_device, user_presence, user_status, push_token TO parley_notifications;

-- The position in the log up to which everything that follows from events is stored. An organization without a row begins with the oldest event
-- of its log: it is new, or has just arrived.
CREATE TABLE notification_cursor (
  organization_id integer PRIMARY KEY,
  seq bigint NOT NULL
) WITH (fillfactor = 50);
-- What happened before is not told.
INSERT INTO notification_cursor (organization_id, seq) SELECT organization_id, seq FROM organization_counter;

GRANT SELECT, INSERT, UPDATE, DELETE ON notification_cursor TO parley_notifications;
