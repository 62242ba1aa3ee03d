-- Whether the operator lets this account make accounts for other people (POST /users), whose addresses are not proved.
ALTER TABLE user_account ADD COLUMN can_create_users boolean NOT NULL DEFAULT false;
