import type { Ids } from './ids.js';

/**
 * For each parameter that can contain ids: its values, built from ids. A parameter that can contain an id and is neither here nor in
 * NO_IDS fails a test, so that new endpoints are covered.
 */
export const ID_PARAMETERS: Readonly<Record<string, readonly ((ids: Ids) => unknown)[]>> = {
  message_id: [(ids) => ids.message],
  messages: [(ids) => [ids.message]],
  message_ids: [(ids) => [ids.message]],
  msg_ids: [(ids) => [ids.message]],
  stream_id: [(ids) => ids.channel],
  stream: [(ids) => ids.channelName],
  user_id: [(ids) => ids.user],
  actor_id: [(ids) => ids.user],
  muted_user_id: [(ids) => ids.user],
  user_id_or_email: [(ids) => ids.user, (ids) => ids.email],
  user_ids: [(ids) => [ids.user]],
  bot_id: [(ids) => ids.bot, (ids) => ids.user],
  sender_id: [(ids) => ids.user, (ids) => ids.bot],
  bot_owner_id: [(ids) => ids.user],
  default_sending_stream: [(ids) => ids.channelName],
  default_events_register_stream: [(ids) => ids.channelName],
  principals: [(ids) => [ids.user], (ids) => [ids.email]],
  subscribers: [(ids) => [ids.user]],
  subscription_data: [(ids) => [{ stream_id: ids.channel, property: 'pin_to_top', value: true }]],
  attachment_id: [(ids) => ids.attachment],
  emoji_name: [(ids) => ids.emoji],
  realm_id_str: [(ids) => ids.uploadOrganization],
  filename: [(ids) => ids.uploadFile],
  queue_id: [(ids) => ids.queue],
  user_group_id: [(ids) => ids.group],
  members: [(ids) => [ids.user]],
  subgroups: [(ids) => [ids.group]],
  add: [(ids) => [ids.user], (ids) => [ids.group]],
  delete: [(ids) => [ids.user], (ids) => [ids.group]],
  add_subgroups: [(ids) => [ids.group]],
  delete_subgroups: [(ids) => [ids.group]],
  username: [(ids) => ids.email],
  moderation_request_channel_id: [(ids) => ids.channel],
  new_stream_announcements_stream_id: [(ids) => ids.channel],
  signup_announcements_stream_id: [(ids) => ids.channel],
  zulip_update_announcements_stream_id: [(ids) => ids.channel],
  can_create_groups: [(ids) => ({ new: ids.group }), (ids) => ({ new: { direct_members: [ids.user], direct_subgroups: [] } })],
  filter_id: [(ids) => ids.linkifier],
  ordered_linkifier_ids: [(ids) => [ids.linkifier]],
  export_id: [(ids) => ids.messageExport],
  playground_id: [(ids) => ids.playground],
  field_id: [(ids) => ids.profileField],
  domain: [(ids) => ids.domain],
  data: [(ids) => [{ id: ids.profileField, value: 'an attempt' }], (ids) => [ids.profileField]],
  profile_data: [(ids) => [{ id: ids.profileField, value: 'an attempt' }]],
  folder_id: [(ids) => ids.folder],
  draft_id: [(ids) => ids.draft],
  scheduled_message_id: [(ids) => ids.scheduledMessage],
  reminder_id: [(ids) => ids.reminder],
  saved_snippet_id: [(ids) => ids.snippet],
  device_id: [(ids) => ids.device],
  fragment: [(ids) => ids.fragment],
  session_id: [(ids) => ids.session],
  provider_id: [(ids) => ids.provider],
  api_token_id: [(ids) => ids.apiToken],
  provisioning_token_id: [(ids) => ids.provisioningToken],
  channel_ids: [(ids) => [ids.channel]],
  invite_id: [(ids) => ids.invitation],
  stream_ids: [(ids) => [ids.channel]],
  group_ids: [(ids) => [ids.group]],
  target_users: [(ids) => ({ user_ids: [ids.user] }), (ids) => ({ group_ids: [ids.group] })],
  drafts: [(ids) => [channelDraft(ids)], (ids) => [{ ...channelDraft(ids), type: 'private', to: [ids.user] }]],
  draft: [channelDraft, (ids) => ({ ...channelDraft(ids), type: 'private', to: [ids.user] })],
  group_id: [(ids) => ids.defaultGroup],
  stream_names: [(ids) => [ids.channelName]],
  default_stream_group_ids: [(ids) => [ids.defaultGroup]],
  channel_folder_id: [(ids) => ids.folder],
  order: [(ids) => [ids.folder], (ids) => [ids.profileField]],
  narrow: [
    (ids) => [{ operator: 'channel', operand: ids.channel }],
    (ids) => [{ operator: 'channel', operand: ids.channelName }],
    (ids) => [{ operator: 'sender', operand: ids.user }],
    (ids) => [{ operator: 'sender', operand: ids.email }],
    (ids) => [{ operator: 'dm', operand: [ids.user] }],
    (ids) => [{ operator: 'dm-with', operand: ids.user }],
    (ids) => [{ operator: 'mentions', operand: ids.user }],
    (ids) => [{ operator: 'id', operand: String(ids.message) }],
    (ids) => [{ operator: 'with', operand: ids.message }],
  ],
};

function channelDraft(ids: Ids) {
  return { type: 'stream', to: [ids.channel], topic: 'isolation', content: 'an attempt' };
}

/** `to` of a message contains ids of channels or users, depending on the type of the message. */
export const ADDRESSES: Readonly<Record<string, readonly ((ids: Ids) => unknown)[]>> = {
  channel: [(ids) => ids.channel, (ids) => ids.channelName],
  direct: [(ids) => [ids.user], (ids) => [ids.email]],
};

/** Numbers and lists that are no ids of rows. */
export const NO_IDS = new Set([
  // 1 or 2.
  'export_type',
  // The name of a kind of sender.
  'integration',
  // A position in the order of all messages. It refers to no row.
  'anchor',
  'last_event_id',
  // Names that a client chooses for its own key and token.
  'push_key_id',
  'token_id',
  // Of the audit log, which is read in the caller's organization only.
  'before',
  'limit',
  'since',
  'num_before',
  'num_after',
  'presence_history_limit_days',
  'idle_queue_timeout',
  'invite_expires_in_minutes',
  'read_by_sender',
  'message_retention_days',
  'visibility_policy',
  'last_update_id',
  'history_limit_days',
  'role',
  'local_id',
]);
