-- What the operator invites an organization's owner by: a link for one whose address is not known. People neither see nor change it.
ALTER TABLE invitation ADD COLUMN is_of_operator boolean NOT NULL DEFAULT false;
