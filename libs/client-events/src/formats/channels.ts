import {
  channelFolderObject,
  channelObject,
  defaultChannelGroupObject,
  groupSettingValue,
  mutedTopic,
  personalProperties,
  topicVisibility,
} from '@parley/contracts/channels';
import { channelExample, channelFolderExample } from '@parley/contracts/examples';
import { z } from 'zod';
import { clientEvent } from '../client-event.js';

const ids = z.array(z.int());
const ownProperties = personalProperties.extend({ in_home_view: z.boolean() }).partial();

export const streamCreateEvent = clientEvent({
  type: 'stream',
  op: 'create',
  summary: 'Channels became visible to the user.',
  fields: {
    streams: z
      .array(channelObject.extend(ownProperties.shape))
      .describe('Includes the personal properties of the user for channels to which they were subscribed before.'),
  },
  example: { streams: [channelExample] },
});

export const streamUpdateEvent = clientEvent({
  type: 'stream',
  op: 'update',
  summary: 'A property of a channel changed.',
  fields: {
    stream_id: z.int(),
    name: z.string().describe('The name of the channel before this event.'),
    property: z.string().describe('The name of the field that changed.'),
    value: z.union([groupSettingValue, z.string(), z.boolean(), z.null()]),
    rendered_description: z.string().optional().describe('Present if `property` is `description`.'),
    history_public_to_subscribers: z.boolean().optional().describe('Present if `property` is `invite_only`.'),
    is_web_public: z.boolean().optional().describe('Present if `property` is `invite_only`.'),
  },
  example: { stream_id: 3, name: 'general', property: 'name', value: 'everything' },
});

export const streamDeleteEvent = clientEvent({
  type: 'stream',
  op: 'delete',
  summary: 'Channels are no longer visible to the user.',
  fields: { stream_ids: ids, streams: z.array(z.object({ stream_id: z.int() })).describe('Deprecated. The same ids as `stream_ids`.') },
  example: { stream_ids: [3], streams: [{ stream_id: 3 }] },
});

export const defaultStreamsEvent = clientEvent({
  type: 'default_streams',
  summary: 'The default channels for new users changed. Contains the complete list.',
  fields: { default_streams: ids },
  example: { default_streams: [3] },
});

export const defaultStreamGroupsEvent = clientEvent({
  type: 'default_stream_groups',
  summary: 'The groups of default channels changed. Contains all of them.',
  fields: { default_stream_groups: z.array(defaultChannelGroupObject) },
  example: { default_stream_groups: [{ id: 1, name: 'Engineers', description: 'Who build it', streams: [3, 5] }] },
});

export const channelFolderAddEvent = clientEvent({
  type: 'channel_folder',
  op: 'add',
  summary: 'A channel folder was created.',
  fields: { channel_folder: channelFolderObject },
  example: { channel_folder: channelFolderExample },
});

export const channelFolderUpdateEvent = clientEvent({
  type: 'channel_folder',
  op: 'update',
  summary: 'A channel folder was updated, archived or unarchived.',
  fields: {
    channel_folder_id: z.int(),
    data: channelFolderObject.pick({ name: true, description: true, rendered_description: true, is_archived: true }).partial(),
  },
  example: { channel_folder_id: 1, data: { name: 'Everything' } },
});

export const channelFolderReorderEvent = clientEvent({
  type: 'channel_folder',
  op: 'reorder',
  summary: 'The channel folders were reordered. `order` has their ids in the new order.',
  fields: { order: ids },
  example: { order: [2, 1] },
});

export const userTopicEvent = clientEvent({
  type: 'user_topic',
  summary: "The user's visibility policy for a topic changed.",
  fields: { stream_id: z.int(), topic_name: z.string(), last_updated: z.int(), visibility_policy: topicVisibility },
  example: { stream_id: 3, topic_name: 'greetings', last_updated: 1_795_261_912, visibility_policy: 3 },
});

export const mutedTopicsEvent = clientEvent({
  type: 'muted_topics',
  summary: 'Deprecated form of `user_topic`. Contains all muted topics of the user: channel name, topic, time.',
  fields: { muted_topics: z.array(mutedTopic) },
  example: { muted_topics: [['general', 'noise', 1_795_261_912]] },
});
