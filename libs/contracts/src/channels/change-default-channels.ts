import { endpoint } from '../contract.js';
import { int } from '../wire/param.js';

/** Subscribes future new users to the channel. For administrators. */
export const addDefaultChannel = endpoint({
  name: 'addDefaultChannel',
  method: 'POST',
  path: '/default_streams',
  service: 'channels',
  scope: 'manage_channels',
  summary: 'Add a default channel',
  params: { stream_id: int() },
  response: {},
  errors: ['administratorsOnly', 'invalidChannelId', 'privateChannelCannotBeDefault'],
});

/** Stops subscribing new users to the channel. No error if it is not a default channel. For administrators. */
export const removeDefaultChannel = endpoint({
  name: 'removeDefaultChannel',
  method: 'DELETE',
  path: '/default_streams',
  service: 'channels',
  scope: 'manage_channels',
  summary: 'Remove a default channel',
  params: { stream_id: int() },
  response: {},
  errors: ['administratorsOnly', 'invalidChannelId'],
});
