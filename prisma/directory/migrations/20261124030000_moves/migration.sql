-- Organizations that move to another cell, or have left rows in the cell where they were (docs/adr/0049-moving-organizations.md). The place says
-- where the organization lives; this says what the command line has to do, also after it was interrupted.
CREATE TABLE move (
  organization_id integer PRIMARY KEY,
  string_id text NOT NULL,
  source text NOT NULL REFERENCES cell,
  target text NOT NULL REFERENCES cell,
  -- copying: rows are copied. switching: changes are refused, and then it lives in the target. cancelling: the copy is deleted. left: the move is
  -- done, and its rows in the source are to be purged.
  step text NOT NULL CHECK (step IN ('copying', 'switching', 'cancelling', 'left')),
  started_at timestamptz NOT NULL DEFAULT now(),
  step_at timestamptz NOT NULL DEFAULT now(),
  CHECK (source <> target)
);
CREATE INDEX move_target ON move (target);

GRANT SELECT, INSERT, UPDATE, DELETE ON move TO parley_directory;
