-- Organizations that move to another cell (docs/adr/0049-moving-organizations.md). Only the command line writes it. Triggers on all tables of
-- organizations, which the command line enables while there are such rows, refuse changes that the state does not allow.
CREATE TABLE organization_fence (
  -- Of the organization. A foreign key is not possible: in the target, the row of the organization comes last.
  id integer PRIMARY KEY,
  -- open: it is being copied, and used as before. closed: its rows are read, and do not change. elsewhere: another cell has it, and its rows here
  -- are a copy that is not used.
  state text NOT NULL CHECK (state IN ('open', 'closed', 'elsewhere')),
  changed_at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT ON organization_fence TO parley_organization, parley_channels, parley_messaging, parley_settings, parley_invitations, parley_event_queue;
