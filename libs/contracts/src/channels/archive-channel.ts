import { endpoint } from '../contract.js';
import { pathInt } from '../wire/param.js';

/**
 * Archives a channel that the caller administers. It stays readable, is removed from the default channels, accepts no messages, and its unread
 * messages become read. Subscriptions remain. `PATCH` with `is_archived=false` unarchives it.
 */
export const archiveChannel = endpoint({
  name: 'archiveChannel',
  method: 'DELETE',
  path: '/streams/{stream_id}',
  service: 'channels',
  scope: 'manage_channels',
  channelLimit: 'stream_id',
  summary: 'Archive a channel',
  params: { stream_id: pathInt() },
  response: {},
  errors: ['invalidChannelId', 'cannotAdministerChannel', 'channelAlreadyArchived'],
});
