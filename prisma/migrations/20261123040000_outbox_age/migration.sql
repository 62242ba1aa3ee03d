-- The age of a call that is not delivered, for operators. Rows that exist count from now on.
ALTER TABLE outbox_call ADD COLUMN enqueued_at timestamptz NOT NULL DEFAULT now();
