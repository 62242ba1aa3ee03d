-- What the owner of a bot sets for its integrations, such as the secret that a sender of webhooks signs with (docs/adr/0058-integrations.md).
-- sealed: encrypted like an API key. Only the organization service opens it.
CREATE TABLE bot_config (
  bot_id integer NOT NULL REFERENCES user_account (id),
  organization_id integer NOT NULL,
  key text NOT NULL,
  sealed bytea NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bot_id, key, organization_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON bot_config TO parley_organization;

-- A value that is encrypted with a new secret stays the same value.
CREATE TRIGGER audit AFTER INSERT OR UPDATE OF changed_at OR DELETE ON bot_config
  FOR EACH ROW EXECUTE FUNCTION audit_change('bot_config', 'bot_id', 'key changed_at', '');
