-- The address that somebody had when he asked for another: once it changed by other means, the link of before is of no use.
ALTER TABLE email_change ADD COLUMN old_email text NOT NULL DEFAULT '';
