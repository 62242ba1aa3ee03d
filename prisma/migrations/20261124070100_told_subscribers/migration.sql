-- Who wants to be told of every message of a channel (docs/adr/0056-missed-messages.md).
CREATE INDEX CONCURRENTLY subscription_told ON subscription (channel_id) WHERE active AND (push_notifications OR email_notifications);
