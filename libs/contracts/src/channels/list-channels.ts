import { z } from 'zod';
import { endpoint } from '../contract.js';
import { channelExample } from '../examples/channels.js';
import { bool } from '../wire/param.js';
import { channelObject } from './channel-object.js';

/** Channels the caller may know of, by name. A channel is listed when any `include_` asks for it. */
export const listChannels = endpoint({
  name: 'listChannels',
  method: 'GET',
  path: '/streams',
  service: 'channels',
  spec: '2.3',
  summary: 'Get channels',
  params: {
    include_public: bool().default(true),
    include_web_public: bool().default(false),
    include_subscribed: bool().default(true),
    exclude_archived: bool().default(true),
    include_all: bool().alias('include_all_active').default(false).describe('Every channel the caller may know of.'),
    include_default: bool().default(false).describe('Tell of each channel whether new users are subscribed to it.'),
    include_owner_subscribed: bool().default(false).describe('For bots: channels the owner is subscribed to.'),
    include_can_access_content: bool().default(false).describe('Channels whose messages the caller may read.'),
  },
  response: { streams: z.array(channelObject.extend({ is_default: z.boolean().optional() })) },
  example: { streams: [channelExample] },
});
