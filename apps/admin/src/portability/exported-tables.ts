/** A table of an export. */
export interface ExportedTable {
  readonly table: string;
  /** Of rows that refer to rows of the same table: the rows that others refer to come first. */
  readonly order?: string;
  /** A column with ids of another table of the organization, for tables without an index that begins with the organization. */
  readonly through?: { readonly column: string; readonly parent: 'user_account' | 'channel' | 'user_group' | 'message' };
  /** Columns that get new values when the row is imported. */
  readonly renewed?: readonly string[];
  /** Imported when everything else is there, in the transaction that makes the organization active. */
  readonly isLast?: true;
}

const ofUsers = { column: 'user_id', parent: 'user_account' } as const;
const ofMessages = { column: 'message_id', parent: 'message' } as const;
const ofChannels = { column: 'channel_id', parent: 'channel' } as const;
const ofGroups = { column: 'group_id', parent: 'user_group' } as const;

/** In the order in which rows are imported, which foreign keys allow. */
export const EXPORTED_TABLES: readonly ExportedTable[] = [
  { table: 'organization' },
  // A bot refers to its owner.
  { table: 'user_account', order: 'bot_owner_id NULLS FIRST, id' },
  { table: 'api_key' },
  { table: 'api_token' },
  { table: 'user_password' },
  { table: 'scim_user' },
  { table: 'second_factor' },
  { table: 'identity_provider' },
  { table: 'linked_identity' },
  { table: 'user_group' },
  { table: 'scim_group' },
  { table: 'user_group_member', through: ofGroups },
  { table: 'user_group_subgroup', through: ofGroups },
  { table: 'realm_emoji' },
  { table: 'linkifier' },
  { table: 'playground' },
  { table: 'profile_field' },
  { table: 'profile_value' },
  { table: 'organization_domain' },
  { table: 'bot_storage', through: { column: 'bot_id', parent: 'user_account' } },
  { table: 'bot_service' },
  { table: 'bot_config', through: { column: 'bot_id', parent: 'user_account' } },
  { table: 'channel_folder' },
  { table: 'channel', renewed: ['mail_key'] },
  { table: 'default_channel' },
  { table: 'default_channel_group' },
  { table: 'subscription', through: ofUsers },
  { table: 'subscription_span', through: ofUsers },
  { table: 'user_topic', through: ofUsers },
  { table: 'topic', through: ofChannels },
  { table: 'conversation' },
  { table: 'conversation_participant', through: ofUsers },
  { table: 'message', order: 'sent_at, id' },
  { table: 'message_search', order: 'message_id' },
  { table: 'message_flag', through: ofUsers },
  { table: 'channel_read', through: ofUsers },
  { table: 'muted_user', through: ofUsers },
  { table: 'channel_activity' },
  { table: 'deleted_newest_message', through: ofChannels },
  { table: 'reaction', through: ofMessages },
  { table: 'submessage', through: ofMessages },
  { table: 'alert_word' },
  { table: 'alert_word_version' },
  { table: 'draft', through: ofUsers },
  { table: 'scheduled_message' },
  { table: 'reminder' },
  { table: 'due_organization' },
  { table: 'attachment' },
  { table: 'attachment_message', through: ofMessages },
  { table: 'upload_usage' },
  { table: 'user_settings' },
  { table: 'organization_user_defaults' },
  { table: 'navigation_view' },
  { table: 'saved_snippet' },
  { table: 'onboarding_step' },
  { table: 'push_token' },
  { table: 'client_device' },
  { table: 'push_registration' },
  { table: 'user_presence' },
  { table: 'presence_sequence' },
  { table: 'user_status' },
  // The newer of two refers to the older one.
  { table: 'invitation', order: 'id' },
  { table: 'invitation_acceptance' },
  { table: 'organization_counter' },
  { table: 'audit_log', order: 'id', renewed: ['id'] },
  { table: 'outbox_call', order: 'id', renewed: ['id'], isLast: true },
];

/** Tables with rows of organizations that an export leaves out, by reason. A new table belongs here or above. */
export const NOT_EXPORTED: Readonly<Record<string, readonly string[]>> = {
  'Clients register again after an import, so no queue needs the events.': [
    'event_log',
    'notification_cursor',
    'push_delivery',
    'pushed_message',
    'sent_local_id',
    'text_to_erase',
  ],
  'People sign in again where the organization is imported.': ['browser_session', 'sign_in_flow', 'sign_in_step'],
  'A mailed link is derived from a secret of the installation.': ['email_change', 'password_reset'],
  'Calls that were due when it was exported. The programs would be called by two installations.': ['webhook_call'],
  'Bookkeeping of mails that this installation sends.': [
    'digest_mail',
    'digest_run',
    'digest_topic',
    'mail_allowance',
    'missed_mail_due',
    'missed_message',
    'sent_mail',
  ],
  'Files without a row that names them. They are not exported either.': ['file_to_erase'],
  'Archives of what is exported here anyway.': ['message_export'],
};
