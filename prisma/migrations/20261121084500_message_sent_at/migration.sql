-- The first message at a date (anchor=date). Times ascend with ids, so each entry goes to the end.
CREATE INDEX message_sent_at ON message (organization_id, sent_at, id);
