-- Set while an import is not whole: the export that is imported (docs/adr/0047-exports.md). Until then the organization is deactivated, and cannot be
-- reactivated.
ALTER TABLE organization ADD COLUMN import_id uuid;
