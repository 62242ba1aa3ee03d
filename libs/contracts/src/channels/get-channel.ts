import { endpoint } from '../contract.js';
import { channelExample } from '../examples/channels.js';
import { pathInt } from '../wire/param.js';
import { channelObject } from './channel-object.js';

/** One channel that the caller can see. Hidden channels are treated like unknown ones: "Invalid channel ID". */
export const getChannel = endpoint({
  name: 'getChannel',
  method: 'GET',
  path: '/streams/{stream_id}',
  service: 'channels',
  scope: 'read',
  channelLimit: 'stream_id',
  summary: 'Get a channel',
  params: { stream_id: pathInt() },
  response: { stream: channelObject },
  errors: ['invalidChannelId'],
  example: { stream: channelExample },
});
