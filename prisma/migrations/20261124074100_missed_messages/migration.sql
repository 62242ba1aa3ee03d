-- Messages of which someone is told by e-mail if they do not read them (docs/adr/0056-missed-messages.md). A row lives until its mail is due.
CREATE TABLE missed_message (
  organization_id integer NOT NULL,
  user_id integer NOT NULL,
  message_id bigint NOT NULL,
  -- Why: the numbers of TRIGGERS in apps/notifications.
  trigger smallint NOT NULL,
  -- If the reason is the mention of a single group.
  mentioned_group_id integer,
  -- Whether they were away when it was sent. If not, they are told only if they leave without having been online since.
  was_away boolean NOT NULL,
  missed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (organization_id, user_id, message_id)
);

-- Who has such rows, and when they are looked at next. A process that works on them has moved the time ahead.
CREATE TABLE missed_mail_due (
  organization_id integer NOT NULL,
  user_id integer NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX missed_mail_due_at ON missed_mail_due (due_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON missed_message, missed_mail_due TO parley_notifications;
