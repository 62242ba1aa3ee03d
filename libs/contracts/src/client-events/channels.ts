import { z } from 'zod';
import { channelFolderObject } from '../channels/channel-folder-object.js';
import { channelObject } from '../channels/channel-object.js';
import { groupSettingValue } from '../channels/group-setting-value.js';
import { personalProperties } from '../channels/subscription-object.js';
import { mutedTopic, topicVisibility } from '../channels/topic-visibility.js';
import { clientEvent } from '../client-event.js';
import { channelExample, channelFolderExample } from '../examples/channels.js';

const ids = z.array(z.int());
const ownProperties = personalProperties.extend({ in_home_view: z.boolean() }).partial();

export const streamCreateEvent = clientEvent({
  type: 'stream',
  op: 'create',
  summary: 'Channels are there that one did not know of.',
  fields: {
    streams: z.array(channelObject.extend(ownProperties.shape)).describe('Who left one of them once reads his own properties with it.'),
  },
  example: { streams: [channelExample] },
});

export const streamUpdateEvent = clientEvent({
  type: 'stream',
  op: 'update',
  summary: 'A channel has another property.',
  fields: {
    stream_id: z.int(),
    name: z.string().describe('As it was before this event.'),
    property: z.string().describe('The name of a field of the channel.'),
    value: z.union([groupSettingValue, z.string(), z.boolean(), z.null()]),
    rendered_description: z.string().optional().describe('Beside `description`.'),
    history_public_to_subscribers: z.boolean().optional().describe('Beside `invite_only`.'),
    is_web_public: z.boolean().optional().describe('Beside `invite_only`.'),
  },
  example: { stream_id: 3, name: 'general', property: 'name', value: 'everything' },
});

export const streamDeleteEvent = clientEvent({
  type: 'stream',
  op: 'delete',
  summary: 'Channels do not exist for one any more.',
  fields: { stream_ids: ids, streams: z.array(z.object({ stream_id: z.int() })).describe('Deprecated: the same ids.') },
  example: { stream_ids: [3], streams: [{ stream_id: 3 }] },
});

export const defaultStreamsEvent = clientEvent({
  type: 'default_streams',
  summary: 'The channels that new accounts are subscribed to: all of them.',
  fields: { default_streams: ids },
  example: { default_streams: [3] },
});

export const channelFolderAddEvent = clientEvent({
  type: 'channel_folder',
  op: 'add',
  summary: 'A channel folder was made.',
  fields: { channel_folder: channelFolderObject },
  example: { channel_folder: channelFolderExample },
});

export const channelFolderUpdateEvent = clientEvent({
  type: 'channel_folder',
  op: 'update',
  summary: 'A channel folder was renamed, described, archived or revived.',
  fields: {
    channel_folder_id: z.int(),
    data: channelFolderObject.pick({ name: true, description: true, rendered_description: true, is_archived: true }).partial(),
  },
  example: { channel_folder_id: 1, data: { name: 'Everything' } },
});

export const channelFolderReorderEvent = clientEvent({
  type: 'channel_folder',
  op: 'reorder',
  summary: 'The channel folders named have the places 0, 1, 2 and so on.',
  fields: { order: ids },
  example: { order: [2, 1] },
});

export const userTopicEvent = clientEvent({
  type: 'user_topic',
  summary: 'A topic shows in another way for one.',
  fields: { stream_id: z.int(), topic_name: z.string(), last_updated: z.int(), visibility_policy: topicVisibility },
  example: { stream_id: 3, topic_name: 'greetings', last_updated: 1_795_261_912, visibility_policy: 3 },
});

export const mutedTopicsEvent = clientEvent({
  type: 'muted_topics',
  summary: 'Deprecated form of user_topic: name of the channel, topic, time of all muted topics.',
  fields: { muted_topics: z.array(mutedTopic) },
  example: { muted_topics: [['general', 'noise', 1_795_261_912]] },
});
