-- The table of the outbox gets the name of the pattern (docs/adr/0010-outbox.md).
ALTER TABLE owed_call RENAME TO outbox_call;
ALTER INDEX owed_call_pkey RENAME TO outbox_call_pkey;
ALTER INDEX owed_call_line RENAME TO outbox_call_line;
ALTER SEQUENCE owed_call_id_seq RENAME TO outbox_call_id_seq;
