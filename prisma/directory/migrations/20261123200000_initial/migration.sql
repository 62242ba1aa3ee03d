-- The database of the directory: which organization lives in which cell (docs/adr/0045-cells.md). It has no other tables of Parley.

DO $$
BEGIN
  BEGIN
    CREATE ROLE parley_directory NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  GRANT parley_directory TO CURRENT_USER;
  GRANT USAGE ON SCHEMA public TO parley_directory;
END $$;

-- As in the database of a cell: the migration job writes it, and the service compares it with its own version.
CREATE TABLE installation (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  deployed_at timestamptz NOT NULL DEFAULT now(),
  schema_version text,
  oldest_version text
);
INSERT INTO installation DEFAULT VALUES;

CREATE TABLE cell (
  name text PRIMARY KEY,
  -- The most organizations. Null: no limit.
  capacity integer CHECK (capacity >= 0),
  -- Whether new organizations may be placed there.
  is_open boolean NOT NULL DEFAULT true
);

CREATE TABLE place (
  string_id text PRIMARY KEY,
  -- Null while the organization is being created.
  organization_id integer UNIQUE,
  cell text NOT NULL REFERENCES cell,
  -- The cell to which it is moving.
  target text REFERENCES cell,
  state text NOT NULL CHECK (state IN ('creating', 'active', 'moving')),
  CHECK ((state = 'creating') = (organization_id IS NULL)),
  CHECK ((state = 'moving') = (target IS NOT NULL)),
  CHECK (target <> cell)
);
CREATE INDEX place_cell ON place (cell);
CREATE INDEX place_target ON place (target);

-- The number of the last change of a place. Each change locks it first, so changes are made one after the other.
CREATE TABLE place_version (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  version bigint NOT NULL DEFAULT 0
);
INSERT INTO place_version DEFAULT VALUES;

GRANT SELECT ON installation, cell, place, place_version TO parley_directory;
GRANT INSERT, UPDATE ON cell TO parley_directory;
GRANT INSERT, UPDATE, DELETE ON place TO parley_directory;
GRANT UPDATE ON place_version TO parley_directory;
