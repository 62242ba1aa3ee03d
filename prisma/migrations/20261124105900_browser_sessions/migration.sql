-- Where people are signed in with a browser (docs/adr/0066-browser-sessions.md). digest: SHA-256 of the token in the cookie, which is not stored.
-- last_used_at is written at most once an hour.
CREATE TABLE browser_session (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id integer NOT NULL,
  user_id integer NOT NULL REFERENCES user_account (id),
  digest bytea NOT NULL,
  browser text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX browser_session_digest ON browser_session (digest);
CREATE INDEX browser_session_of_user ON browser_session (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON browser_session TO parley_organization;
