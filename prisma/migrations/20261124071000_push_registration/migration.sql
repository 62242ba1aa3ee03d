-- Where a client device is reached by push notifications that only it can decrypt. push_key: a byte that names how it encrypts, then the key.
-- A device may have a pending token, whose registration failed, beside the one that is used.
CREATE TABLE push_registration (
  device_id integer PRIMARY KEY,
  organization_id integer NOT NULL,
  user_id integer NOT NULL,
  push_key bytea NOT NULL,
  push_key_id bigint NOT NULL,
  service text,
  token text,
  app_id text,
  token_id text,
  pending_token_id text,
  token_updated_at timestamptz,
  error_code text
);
CREATE UNIQUE INDEX push_registration_organization ON push_registration (organization_id, device_id);
ALTER TABLE push_registration REPLICA IDENTITY USING INDEX push_registration_organization;
CREATE INDEX push_registration_of_user ON push_registration (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_registration TO parley_settings;
GRANT SELECT ON push_registration TO parley_notifications;

-- For browsers (service: web), whose token is the URL of their endpoint: their public key and their secret.
ALTER TABLE push_token ADD COLUMN web_p256dh text, ADD COLUMN web_auth text;
