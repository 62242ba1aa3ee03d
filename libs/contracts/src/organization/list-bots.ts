import { z } from 'zod';
import { endpoint } from '../contract.js';
import { botDefaults } from './realm-bot-events.js';

/** The caller's own bots, without deactivated ones. */
export const listBots = endpoint({
  name: 'listBots',
  method: 'GET',
  path: '/bots',
  service: 'organization',
  scope: 'full',
  summary: 'Get your bots',
  humansOnly: true,
  membersOnly: true,
  params: {},
  response: {
    bots: z.array(
      z.object({
        /** API email. */
        username: z.string(),
        full_name: z.string(),
        api_key: z.string(),
        avatar_url: z.string(),
        ...botDefaults.shape,
      }),
    ),
  },
  example: {
    bots: [
      {
        username: 'lunch-bot@demo.localhost',
        full_name: 'Lunch',
        api_key: 'h23LQ8ABPPSVXlBPHcNPcavKak82myCL',
        avatar_url: 'https://secure.gravatar.com/avatar/81f22e4ca36540ba3a009b4f62648059?d=identicon&version=1',
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
      },
    ],
  },
});
