import { z } from 'zod';
import { endpoint } from '../contract.js';
import { botDefaults } from './realm-bot-events.js';

/** The caller's own bots, deactivated ones left out. */
export const listBots = endpoint({
  name: 'listBots',
  method: 'GET',
  path: '/bots',
  service: 'organization',
  summary: 'Get own bots',
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
});
