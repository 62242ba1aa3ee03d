import { z } from 'zod';
import { endpoint } from '../contract.js';
import { bool, int, text } from '../wire/param.js';
import { BOT_TYPES } from './bot-types.js';
import { botDefaults } from './realm-bot-events.js';

/** Makes a bot, which belongs to the caller. Its address is `<short name>-bot@<realm_bot_domain>`. */
export const createBot = endpoint({
  name: 'createBot',
  method: 'POST',
  path: '/bots',
  service: 'organization',
  summary: 'Create a bot',
  humansOnly: true,
  membersOnly: true,
  params: {
    full_name: text().example('Weather'),
    short_name: text().describe('Begins its address.').example('weather'),
    bot_type: int().default(BOT_TYPES.generic).describe('1: may do by the API what people may. 2: may only send messages.'),
    default_sending_stream: text().optional().describe('Name of the channel it sends to when it names none.'),
    default_events_register_stream: text().optional().describe('Name of the channel it listens to when it registers without a narrow.'),
    default_all_public_streams: bool().default(false).describe('It listens to all public channels when it registers and does not say.'),
  },
  response: { user_id: z.int(), api_key: z.string(), avatar_url: z.string(), ...botDefaults.shape },
  errors: ['insufficientPermission', 'badRequest'],
  example: {
    user_id: 12,
    api_key: 'h23LQ8ABPPSVXlBPHcNPcavKak82myCL',
    avatar_url: 'https://secure.gravatar.com/avatar/81f22e4ca36540ba3a009b4f62648059?d=identicon&version=1',
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
  },
});
