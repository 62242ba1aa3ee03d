-- What somebody received stays received when it is deleted: the newest message of a span that was deleted, so that the newest message a person
-- ever received (max_message_id of a registration) never goes back. Written by messaging.
CREATE TABLE deleted_newest_message (
  channel_id integer NOT NULL,
  message_id bigint NOT NULL,
  organization_id integer NOT NULL,
  PRIMARY KEY (channel_id, message_id)
);

GRANT SELECT ON deleted_newest_message TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT INSERT, DELETE ON deleted_newest_message TO parley_messaging;
