-- Who wants to be told of every message of all channels (docs/adr/0056-missed-messages.md).
CREATE INDEX CONCURRENTLY user_settings_told ON user_settings (organization_id) WHERE values ->> 'enable_stream_email_notifications' = 'true' OR values ->> 'enable_stream_push_notifications' = 'true';
