import { endpoint } from '../contract.js';
import { pathInt } from '../wire/param.js';

/**
 * Archives a channel that the caller administers: it stays readable, is no default channel any more, takes no messages, and what was unread
 * there becomes read. Subscriptions stay. `PATCH` with `is_archived=false` brings it back.
 */
export const archiveChannel = endpoint({
  name: 'archiveChannel',
  method: 'DELETE',
  path: '/streams/{stream_id}',
  service: 'channels',
  summary: 'Archive a channel',
  params: { stream_id: pathInt() },
  response: {},
  errors: ['invalidChannelId', 'cannotAdministerChannel', 'badRequest'],
});
