/** Limits and versions that registration reports and the services enforce. */
export const FEATURE_LEVEL = 496;
export const SERVER_VERSION = '12.0-parley';

export const LIMITS = {
  max_message_length: 10_000,
  max_topic_length: 60,
  max_stream_name_length: 60,
  max_stream_description_length: 1024,
  max_channel_folder_name_length: 100,
  max_channel_folder_description_length: 1024,
  max_reminder_note_length: 1000,
  max_bulk_new_subscription_messages: 100,
  max_file_upload_size_mib: 100,
  max_avatar_file_size_mib: 5,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
} as const;

/** Characters of the description of a user group. */
export const MAX_GROUP_DESCRIPTION_LENGTH = 1024;

/** Displayed as the empty topic to clients that do not know it. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

/** Anchor in responses to requests with the anchor `newest`. Clients compare with this literal. */
export const NEWEST_ANCHOR = 10_000_000_000_000_000;
export const MAX_MESSAGES_PER_FETCH = 5_000;

export const EVENT_QUEUE_TIMINGS = {
  defaultIdleTimeoutSeconds: 600,
  mobileIdleTimeoutSeconds: 12 * 3600,
  maxIdleTimeoutSeconds: 7 * 24 * 3600,
  longpollTimeoutSeconds: 90,
} as const;
