-- is:mentioned and has:reaction looked through whole conversations where nothing is to be found: these indexes hold what there is.
CREATE INDEX message_wildcard_direct ON message (conversation_id, id) WHERE attrs & 1 <> 0 AND conversation_id IS NOT NULL;
CREATE INDEX message_reacted_direct ON message (conversation_id, id) WHERE attrs & 32 <> 0 AND conversation_id IS NOT NULL;
