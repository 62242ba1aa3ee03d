-- What is true of the whole installation. The migration job sets deployed_at at each deployment: see tools/src/migrate/note-deployment.ts.
CREATE TABLE installation (
  -- Always true: there is one row.
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  deployed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO installation DEFAULT VALUES;

GRANT SELECT ON installation TO parley_organization;
