ALTER TABLE organization VALIDATE CONSTRAINT purged_is_deactivated;
