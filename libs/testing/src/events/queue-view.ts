import type { QueueView } from '@parley/client-events';

/** The queue of a client with all event types and all capabilities, unless `values` differ. */
export function queueView(userId: number, values: Partial<QueueView> = {}): QueueView {
  return {
    queueId: `queue-of-${userId}`,
    userId,
    eventTypes: null,
    narrow: [],
    allPublicStreams: false,
    applyMarkdown: true,
    clientGravatar: false,
    slimPresence: false,
    includeSubscribers: true,
    clientName: 'tests',
    capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: true,
      stream_typing_notifications: true,
      linkifier_url_template: true,
      user_list_incomplete: true,
      include_deactivated_groups: true,
      archived_channels: true,
      empty_topic_name: true,
      simplified_presence_events: true,
      individual_emoji_changes: true,
    },
    ...values,
  };
}
