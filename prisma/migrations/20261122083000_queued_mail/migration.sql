-- Mails that are to be sent: Redis runs their jobs, and may lose them. A row goes when its job has ended well. Written through libs/mail only.
CREATE TABLE queued_mail (
  -- The job that sends it, and the job's key.
  job text NOT NULL,
  key text NOT NULL,
  payload jsonb NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT now(),
  -- When its job was last given to Redis.
  enqueued_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (job, key)
);
CREATE INDEX queued_mail_enqueued ON queued_mail (job, enqueued_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON queued_mail TO parley_organization, parley_invitations;
