-- An address of an organization has one open invitation. Of those it has now, the newest stays.
UPDATE invitation older SET ended_at = now()
WHERE older.ended_at IS NULL AND older.email IS NOT NULL AND EXISTS (
  SELECT FROM invitation newer
  WHERE newer.organization_id = older.organization_id AND lower(newer.email) = lower(older.email) AND newer.id > older.id AND newer.ended_at IS NULL);
CREATE INDEX invitation_of_address ON invitation (organization_id, lower(email)) WHERE email IS NOT NULL;

-- The mails that an address may get within 24 hours, one row for each. Written through libs/mail only.
CREATE TABLE mail_allowance (
  -- 0: of the installation itself.
  organization_id integer NOT NULL,
  -- What the mails are about.
  kind text NOT NULL,
  -- In small letters.
  address text NOT NULL,
  -- From 1 to the number of mails that are allowed.
  place smallint NOT NULL,
  -- The mail that took the place last.
  key text NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, kind, address, place)
);
CREATE INDEX mail_allowance_old ON mail_allowance (taken_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON mail_allowance TO parley_organization;
