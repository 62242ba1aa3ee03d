-- For the search for events that no wake-up announced: what was written lately in the buckets of one replica of event-queue
-- (docs/adr/0033-fan-out-follows-what-was-written.md). Partitions that are created later inherit the index.
CREATE INDEX event_log_by_time ON event_log ((organization_id % 64), at);
