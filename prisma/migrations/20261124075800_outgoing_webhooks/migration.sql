-- Outgoing webhook bots (docs/adr/0058-integrations.md): what they call, and the calls that are due.

-- The program behind a bot. interface: 1 JSON, 2 the form of Slack. token: tells the program that this installation calls it; it opens nothing here.
CREATE TABLE bot_service (
  bot_id integer NOT NULL REFERENCES user_account (id),
  organization_id integer NOT NULL,
  base_url text NOT NULL,
  interface smallint NOT NULL,
  token text NOT NULL,
  PRIMARY KEY (organization_id, bot_id)
);
CREATE INDEX bot_service_bot ON bot_service (bot_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON bot_service TO parley_organization;
GRANT SELECT ON bot_service TO parley_event_queue, parley_notifications;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON bot_service
  FOR EACH ROW EXECUTE FUNCTION audit_change('bot_service', 'bot_id', 'interface', 'base_url');

-- Calls to programs behind bots, which the events of the log caused. next_at: the next attempt. A process that works on a call has moved it ahead.
CREATE TABLE webhook_call (
  organization_id integer NOT NULL,
  bot_id integer NOT NULL,
  message_id bigint NOT NULL,
  trigger text NOT NULL CHECK (trigger IN ('mention', 'direct_message')),
  attempts smallint NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, bot_id, message_id)
);
CREATE INDEX webhook_call_next ON webhook_call (next_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_call TO parley_notifications;
