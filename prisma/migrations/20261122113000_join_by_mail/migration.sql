-- Someone who joins by a reusable link proves their address first: they get an invitation for that address alone, with the link as its parent.
-- Null: a person sent the invitation.
ALTER TABLE invitation ADD COLUMN parent_id integer REFERENCES invitation (id);
CREATE INDEX invitation_of_link ON invitation (parent_id) WHERE parent_id IS NOT NULL;
