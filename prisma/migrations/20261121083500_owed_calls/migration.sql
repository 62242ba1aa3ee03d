-- Calls to other services that a committed change still owes. A row is written with the change and deleted when the call was answered.
-- Calls of one organization to one service are made one after the other, in the order of their ids: ids are taken while the
-- organization's counter is locked, so that is the order of the changes. Written through libs/event-log only.
CREATE TABLE owed_call (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id integer NOT NULL,
  service text NOT NULL,
  name text NOT NULL,
  input jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Until then somebody else is at it, or it is being let rest.
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- It was refused, or tried too often. It stands in nobody's way any more and is kept for the operator.
  given_up_at timestamptz
);
CREATE INDEX owed_call_line ON owed_call (organization_id, service, id) WHERE given_up_at IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON owed_call
  TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
