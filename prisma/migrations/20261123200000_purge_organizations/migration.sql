-- An operator deletes a deactivated organization in many small transactions (docs/adr/0046-purging-organizations.md). From purge_started_at on it
-- cannot be reactivated, and each service deletes its own rows.
ALTER TABLE organization ADD COLUMN purge_started_at timestamptz;

GRANT DELETE ON deleted_newest_message, submessage, text_to_erase TO parley_messaging;
GRANT DELETE ON user_presence, presence_sequence, user_status TO parley_settings;
GRANT DELETE ON channel_folder TO parley_channels;
GRANT DELETE ON realm_emoji, invitation_acceptance, organization_counter TO parley_organization;
GRANT DELETE ON invitation TO parley_invitations;
