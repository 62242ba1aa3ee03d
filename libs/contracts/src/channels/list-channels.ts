import { z } from 'zod';
import { endpoint } from '../contract.js';
import { channelExample } from '../examples/channels.js';
import { bool } from '../wire/param.js';
import { channelObject } from './channel-object.js';

/** Channels that the caller can see, by name. A channel is listed if any `include_` parameter selects it. */
export const listChannels = endpoint({
  name: 'listChannels',
  method: 'GET',
  path: '/streams',
  service: 'channels',
  scope: 'read',
  expensive: true,
  summary: 'Get channels',
  params: {
    include_public: bool().default(true),
    include_web_public: bool().default(false),
    include_subscribed: bool().default(true),
    exclude_archived: bool().default(true),
    include_all: bool().alias('include_all_active').default(false).describe('Include all channels that the caller can see.'),
    include_default: bool().default(false).describe('Include `is_default` for each channel: whether new users are subscribed to it.'),
    include_owner_subscribed: bool().default(false).describe('For bots: include the channels that the owner is subscribed to.'),
    include_can_access_content: bool().default(false).describe('Include all channels whose messages the caller can read.'),
  },
  response: { streams: z.array(channelObject.extend({ is_default: z.boolean().optional() })) },
  example: { streams: [channelExample] },
});
