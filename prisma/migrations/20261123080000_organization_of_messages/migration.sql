-- Statistics of this column mislead the planner. PostgreSQL takes an organization that is younger than the last ANALYZE for one with a single row,
-- and then reads all messages of the organization by the index on (organization_id, sent_at) to find one of them by its id. Without statistics it
-- assumes that each organization has a share of the table, and uses the primary key.
ALTER TABLE message ALTER COLUMN organization_id SET STATISTICS 0;
