-- Addresses that people want to change to and have not confirmed: one per person, the newest. Written and read by organization only.
-- nonce: the key in the mailed link is made of it and PARLEY_KEY_SECRET, so that this table alone confirms nothing.
CREATE TABLE email_change (
  user_id integer PRIMARY KEY REFERENCES user_account (id),
  organization_id integer NOT NULL REFERENCES organization (id),
  new_email text NOT NULL,
  nonce uuid NOT NULL UNIQUE,
  requested_at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, UPDATE, DELETE ON email_change TO parley_organization;
