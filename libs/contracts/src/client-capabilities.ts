import { z } from 'zod';

/** Capabilities that clients can declare. Each changes what they receive, except user_settings_object, which has no effect. */
export const CAPABILITY_NAMES = [
  'archived_channels',
  'bulk_message_deletion',
  'empty_topic_name',
  'include_deactivated_groups',
  'individual_emoji_changes',
  'linkifier_url_template',
  'notification_settings_null',
  'pronouns_field_type_supported',
  'simplified_presence_events',
  'stream_typing_notifications',
  'user_avatar_url_field_optional',
  'user_list_incomplete',
  'user_settings_object',
] as const;

/** What a client declared at registration, by name. Absent means false. Unknown names are accepted and ignored. */
export const clientCapabilities = z.record(z.string(), z.boolean());
export type ClientCapabilities = Readonly<Record<string, boolean>>;
