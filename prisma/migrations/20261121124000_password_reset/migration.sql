-- Links to a new password, several for an account if somebody asks again. Written and read by organization only.
-- nonce: the key in the mailed link is made of it and PARLEY_KEY_SECRET, so that this table alone opens nothing.
CREATE TABLE password_reset (
  nonce uuid PRIMARY KEY,
  organization_id integer NOT NULL REFERENCES organization (id),
  user_id integer NOT NULL REFERENCES user_account (id),
  -- Where it was mailed to: once the account has another address it is of no use.
  email text NOT NULL,
  expires_at timestamptz NOT NULL,
  -- It was used, or the password was changed by other means. The row stays a while, so that a mail that is sent again opens nothing.
  ended_at timestamptz
);
CREATE INDEX password_reset_of_account ON password_reset (user_id);
CREATE INDEX password_reset_old ON password_reset (organization_id, expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON password_reset TO parley_organization;
