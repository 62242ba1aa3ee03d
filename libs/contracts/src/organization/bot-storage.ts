import { z } from 'zod';
import { endpoint } from '../contract.js';
import { json } from '../wire/param.js';

/** What a bot may keep. */
export const BOT_STORAGE_LIMITS = {
  /** Characters of all keys and values together. */
  total: 10_000_000,
  key: 1_000,
} as const;

/** PostgreSQL keeps no NUL. */
const storedText = z.string().refine((text) => !text.includes('\u0000'), 'must not contain null bytes');
const storageKey = storedText.max(BOT_STORAGE_LIMITS.key);
const keys = json(z.array(storageKey).max(1_000)).optional().describe('Keys to select. Defaults to all keys.').example(['counter']);

/** What the caller, a bot, keeps between its runs. */
export const getBotStorage = endpoint({
  name: 'getBotStorage',
  method: 'GET',
  path: '/bot_storage',
  service: 'organization',
  summary: 'Get bot storage',
  params: { keys },
  response: { storage: z.record(z.string(), z.string()) },
  errors: ['badRequest'],
  example: { storage: { counter: '7' } },
});

/** Keeps texts by key, in place of what was kept there. */
export const updateBotStorage = endpoint({
  name: 'updateBotStorage',
  method: 'PUT',
  path: '/bot_storage',
  service: 'organization',
  summary: 'Update bot storage',
  params: { storage: json(z.record(storageKey, storedText)).example({ counter: '7' }) },
  response: {},
  errors: ['badRequest'],
});

/** Forgets what the bot keeps. A key that is not there is refused, and nothing is forgotten then. */
export const removeBotStorage = endpoint({
  name: 'removeBotStorage',
  method: 'DELETE',
  path: '/bot_storage',
  service: 'organization',
  summary: 'Remove bot storage',
  params: { keys },
  response: {},
  errors: ['badRequest'],
});
