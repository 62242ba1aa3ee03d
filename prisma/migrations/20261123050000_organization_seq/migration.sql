-- The seq of the newest event that the organization service logged. State of that service that was read at this value is still current at every
-- later position of the log with the same value (docs/adr/0036-shared-part-of-a-registration.md).
ALTER TABLE organization_counter ADD COLUMN organization_seq bigint NOT NULL DEFAULT 0;
