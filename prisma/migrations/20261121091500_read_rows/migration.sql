-- Rows that say nothing but "read": what the job that folds them into watermarks looks for.
CREATE INDEX message_flag_read ON message_flag (user_id, message_id) INCLUDE (organization_id) WHERE flags = 1;
