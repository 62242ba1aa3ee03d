-- Tokens that stand in for an API key and allow less (docs/adr/0074-api-tokens.md). digest: SHA-256 of the token, which is not stored.
-- channel_ids: the channels to which it is limited, or null. last_used_at is written at most once an hour.
CREATE TABLE api_token (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id integer NOT NULL,
  user_id integer NOT NULL REFERENCES user_account (id),
  digest bytea NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  channel_ids integer[],
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX api_token_digest ON api_token (digest);
CREATE INDEX api_token_of_user ON api_token (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON api_token TO parley_organization;

CREATE TRIGGER audit AFTER INSERT OR DELETE ON api_token
  FOR EACH ROW EXECUTE FUNCTION audit_change('api_token', 'id', 'user_id name scopes channel_ids expires_at', '');
