/** Rows of a table that are data of one person. */
export interface PersonalRows {
  readonly table: string;
  /** Holds the id of the person. */
  readonly column: string;
  /** Left out: what opens something. */
  readonly secret?: readonly string[];
}

/** What an export of a person has. */
export const PERSONAL_ROWS: readonly PersonalRows[] = [
  { table: 'user_account', column: 'id' },
  { table: 'profile_value', column: 'user_id' },
  { table: 'user_group_member', column: 'user_id' },
  { table: 'user_settings', column: 'user_id' },
  { table: 'user_status', column: 'user_id' },
  { table: 'user_presence', column: 'user_id' },
  { table: 'navigation_view', column: 'user_id' },
  { table: 'saved_snippet', column: 'user_id' },
  { table: 'onboarding_step', column: 'user_id' },
  { table: 'push_token', column: 'user_id', secret: ['token', 'token_digest', 'web_auth'] },
  { table: 'client_device', column: 'user_id' },
  { table: 'push_registration', column: 'user_id', secret: ['push_key', 'token'] },
  { table: 'subscription', column: 'user_id' },
  { table: 'subscription_span', column: 'user_id' },
  { table: 'user_topic', column: 'user_id' },
  { table: 'conversation_participant', column: 'user_id' },
  { table: 'message', column: 'sender_id' },
  { table: 'message_flag', column: 'user_id' },
  { table: 'channel_read', column: 'user_id' },
  { table: 'reaction', column: 'user_id' },
  { table: 'submessage', column: 'sender_id' },
  { table: 'draft', column: 'user_id' },
  { table: 'scheduled_message', column: 'user_id' },
  { table: 'reminder', column: 'user_id' },
  { table: 'alert_word', column: 'user_id' },
  { table: 'muted_user', column: 'user_id' },
  { table: 'attachment', column: 'owner_id' },
  { table: 'realm_emoji', column: 'author_id' },
  { table: 'invitation', column: 'inviter_id', secret: ['nonce', 'token_digest'] },
  { table: 'invitation_acceptance', column: 'user_id' },
  { table: 'api_token', column: 'user_id', secret: ['digest'] },
  { table: 'scim_user', column: 'user_id' },
  { table: 'linked_identity', column: 'user_id' },
  { table: 'audit_log', column: 'actor_id' },
];

/** Columns with ids of users that an export of a person leaves out, by reason. A new column belongs here or above. */
export const NOT_PERSONAL: Readonly<Record<string, readonly string[]>> = {
  'Credentials. The account says that it has them.': [
    'api_key.user_id',
    'user_password.user_id',
    'email_change.user_id',
    'password_reset.user_id',
    'browser_session.user_id',
    'second_factor.user_id',
    'sign_in_step.user_id',
  ],
  'Who made something that belongs to the organization: the audit log of the person has it.': [
    'channel.creator_id',
    'channel_folder.creator_id',
    'user_group.creator_id',
  ],
  'Who asked for an export of the organization: the audit log of the person has it.': ['message_export.acting_user_id'],
  'Data of a bot. Each bot is exported by itself.': [
    'bot_storage.bot_id',
    'bot_config.bot_id',
    'bot_service.bot_id',
    'webhook_call.bot_id',
    'user_account.bot_owner_id',
  ],
  'Data of other people: whom they muted.': ['muted_user.sender_id'],
  'Bookkeeping of repeated sends, for some hours.': ['sent_local_id.sender_id'],
  'Bookkeeping of mails that are not sent yet.': ['missed_message.user_id', 'missed_mail_due.user_id'],
  'When the last digest was mailed to them.': ['digest_mail.user_id'],
  'Bookkeeping of push notifications, for some days.': ['push_delivery.user_id', 'pushed_message.user_id'],
};
