-- An organization that is being purged or imported is deactivated, whatever statement changes it: rows of it are missing. The next migration checks
-- the rows that exist.
ALTER TABLE organization ADD CONSTRAINT purged_is_deactivated
  CHECK (deactivated_at IS NOT NULL OR (purge_started_at IS NULL AND import_id IS NULL)) NOT VALID;
