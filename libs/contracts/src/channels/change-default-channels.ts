import { endpoint } from '../contract.js';
import { int } from '../wire/param.js';

/** New users are subscribed to the channel from now on. For administrators. */
export const addDefaultChannel = endpoint({
  name: 'addDefaultChannel',
  method: 'POST',
  path: '/default_streams',
  service: 'channels',
  summary: 'Add a default channel',
  params: { stream_id: int() },
  response: {},
  errors: ['administratorsOnly', 'invalidChannelId', 'badRequest'],
});

/** New users are not subscribed to the channel any more. Of a channel that is no default channel it changes nothing. For administrators. */
export const removeDefaultChannel = endpoint({
  name: 'removeDefaultChannel',
  method: 'DELETE',
  path: '/default_streams',
  service: 'channels',
  summary: 'Remove a default channel',
  params: { stream_id: int() },
  response: {},
  errors: ['administratorsOnly', 'invalidChannelId'],
});
