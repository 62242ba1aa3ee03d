-- Sessions that began through an identity provider (docs/adr/0076-single-sign-on.md). provider_session: the `sid` of the provider, if it has one.
-- Null in sessions that began with a password, and in those that processes of the previous version begin.
ALTER TABLE browser_session ADD COLUMN provider_id uuid, ADD COLUMN provider_session text;
