-- Signs the mail addresses of the channel (docs/adr/0063-email-in.md). Null until the first one is made. A new key ends all of them.
ALTER TABLE channel ADD COLUMN mail_key text;
