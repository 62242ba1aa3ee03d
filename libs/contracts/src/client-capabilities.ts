import { z } from 'zod';

/** What a client declared at registration (spec 4.20). Absent means false. Unknown names are accepted and ignored. */
export const CAPABILITY_NAMES = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
  'user_list_incomplete',
  'include_deactivated_groups',
  'archived_channels',
  'empty_topic_name',
  'simplified_presence_events',
  'individual_emoji_changes',
] as const;

export const clientCapabilities = z.record(z.string(), z.boolean());
export type ClientCapabilities = Readonly<Record<string, boolean>>;
