-- What people need besides their password (docs/adr/0078-second-factor.md). active_since: when a password alone ceased to sign in, or null.
-- totp_sealed: the secret of an authenticator app, encrypted; totp_last_step: the time step of the newest code that was used.
-- pending_sealed: a secret that no code has confirmed yet. recovery_codes: SHA-256 of the codes that are left.
CREATE TABLE second_factor (
  organization_id integer NOT NULL,
  user_id integer NOT NULL REFERENCES user_account (id),
  active_since timestamptz,
  totp_sealed bytea,
  totp_set_up_at timestamptz,
  totp_last_step bigint,
  pending_sealed bytea,
  pending_since timestamptz,
  recovery_codes bytea[] NOT NULL DEFAULT '{}',
  recovery_codes_made_at timestamptz,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX second_factor_of_user ON second_factor (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factor TO parley_organization;

CREATE TRIGGER audit AFTER UPDATE OF active_since, totp_set_up_at, recovery_codes, recovery_codes_made_at ON second_factor
  FOR EACH ROW EXECUTE FUNCTION audit_change('second_factor', 'user_id', 'active_since totp_set_up_at recovery_codes_made_at', 'recovery_codes');
CREATE TRIGGER audit_removed AFTER DELETE ON second_factor FOR EACH ROW WHEN (OLD.active_since IS NOT NULL)
  EXECUTE FUNCTION audit_change('second_factor', 'user_id', 'active_since totp_set_up_at recovery_codes_made_at', 'recovery_codes');

-- Sign-ins whose password was right, and that wait for the second factor. digest: SHA-256 of the token of the step.
CREATE TABLE sign_in_step (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  organization_id integer NOT NULL,
  user_id integer NOT NULL REFERENCES user_account (id),
  digest bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  wrong_codes integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX sign_in_step_digest ON sign_in_step (digest);
CREATE INDEX sign_in_step_of_user ON sign_in_step (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_step TO parley_organization;

-- proved_at: when the person last confirmed in this session that it is them; null: when they signed in.
-- by_password: the session began with a password, so the requirement of a second factor applies.
ALTER TABLE browser_session ADD COLUMN proved_at timestamptz, ADD COLUMN by_password boolean NOT NULL DEFAULT true;
