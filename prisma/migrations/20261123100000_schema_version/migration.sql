-- The newest migration, and the newest one that a version must know to work with this schema. The migration job writes them
-- (tools/src/migrate/note-deployment.ts), and each service compares them with its own version (libs/persistence/src/schema-version.ts).
ALTER TABLE installation ADD COLUMN schema_version text, ADD COLUMN oldest_version text;
GRANT SELECT ON installation TO parley_messaging, parley_channels, parley_settings, parley_invitations, parley_event_queue;
