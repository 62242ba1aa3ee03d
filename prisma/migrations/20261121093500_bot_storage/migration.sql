-- What bots keep between their runs: texts by key. Written by organization.
CREATE TABLE bot_storage (
  bot_id integer NOT NULL REFERENCES user_account (id),
  organization_id integer NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (bot_id, key)
);

-- Nobody else reads it.
GRANT SELECT, INSERT, UPDATE, DELETE ON bot_storage TO parley_organization;
