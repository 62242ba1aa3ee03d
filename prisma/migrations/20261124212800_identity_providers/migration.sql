-- Through which people of an organization sign in (docs/adr/0076-single-sign-on.md). settings: without the secret. sealed: the secret, encrypted
-- like an API key.
CREATE TABLE identity_provider (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id integer NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  is_enabled boolean NOT NULL,
  is_disabled_by_operator boolean NOT NULL DEFAULT false,
  settings jsonb NOT NULL,
  sealed bytea,
  secret_changed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON identity_provider TO parley_organization;

-- A secret that is encrypted anew stays the same secret.
CREATE TRIGGER audit AFTER INSERT OR UPDATE OF name, is_enabled, is_disabled_by_operator, settings, secret_changed_at OR DELETE ON identity_provider
  FOR EACH ROW EXECUTE FUNCTION audit_change('identity_provider', 'id', 'kind name is_enabled is_disabled_by_operator settings secret_changed_at', '');

-- The account of an identity. An account has at most one identity of each provider.
CREATE TABLE linked_identity (
  organization_id integer NOT NULL,
  provider_id uuid NOT NULL,
  subject text NOT NULL,
  user_id integer NOT NULL REFERENCES user_account (id),
  linked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, provider_id, subject),
  FOREIGN KEY (organization_id, provider_id) REFERENCES identity_provider (organization_id, id)
);
CREATE UNIQUE INDEX linked_identity_of_user ON linked_identity (user_id, provider_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON linked_identity TO parley_organization;

CREATE TRIGGER audit AFTER INSERT OR DELETE ON linked_identity
  FOR EACH ROW EXECUTE FUNCTION audit_change('linked_identity', 'user_id', 'provider_id', 'subject');

-- A sign-in that has begun. Deleted when it ends. state_digest and browser_digest: SHA-256 of what the provider returns, and of what a cookie of the
-- browser has. sealed: what else must be known at the end, encrypted like an API key.
CREATE TABLE sign_in_flow (
  organization_id integer NOT NULL,
  state_digest bytea NOT NULL,
  provider_id uuid NOT NULL,
  browser_digest bytea NOT NULL,
  sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, state_digest)
);
CREATE INDEX sign_in_flow_expiry ON sign_in_flow (organization_id, expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_flow TO parley_organization;
