-- Mails that are going out or went out: a job that runs twice sends once. A row is there for a month. Written through libs/mail only.
CREATE TABLE sent_mail (
  -- What the mail is for: the template, and what it was sent about.
  key text PRIMARY KEY,
  -- Null: of the installation itself.
  organization_id integer,
  -- Whoever moved it last is at it, for a while.
  claimed_at timestamptz NOT NULL,
  -- The server took it.
  sent_at timestamptz
);
CREATE INDEX sent_mail_old ON sent_mail (claimed_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON sent_mail TO parley_organization, parley_invitations;
