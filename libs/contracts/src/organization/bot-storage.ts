import { z } from 'zod';
import { endpoint } from '../contract.js';
import { json } from '../wire/param.js';
import { storableText } from '../wire/storable-text.js';

/** Limits of the storage of a bot. */
export const BOT_STORAGE_LIMITS = {
  /** Characters of all keys and values together. */
  total: 10_000_000,
  key: 1_000,
} as const;

const storedText = storableText({ max: BOT_STORAGE_LIMITS.total });
const storageKey = storableText({ max: BOT_STORAGE_LIMITS.key });
const keys = json(z.array(storageKey).max(1_000)).optional().describe('Keys to select. Defaults to all keys.').example(['counter']);

/** The storage of the calling bot. */
export const getBotStorage = endpoint({
  name: 'getBotStorage',
  method: 'GET',
  path: '/bot_storage',
  service: 'organization',
  scope: 'read',
  summary: 'Get bot storage',
  params: { keys },
  response: { storage: z.record(z.string(), z.string()) },
  errors: ['noSuchBotStorageKey'],
  example: { storage: { counter: '7' } },
});

/** Stores texts by key, replacing previous values. */
export const updateBotStorage = endpoint({
  name: 'updateBotStorage',
  method: 'PUT',
  path: '/bot_storage',
  service: 'organization',
  scope: 'personal',
  summary: 'Update bot storage',
  params: { storage: json(z.record(storageKey, storedText)).example({ counter: '7' }) },
  response: {},
  errors: ['botStorageFull'],
});

/** Deletes entries. If one of the keys does not exist, it fails and deletes nothing. */
export const removeBotStorage = endpoint({
  name: 'removeBotStorage',
  method: 'DELETE',
  path: '/bot_storage',
  service: 'organization',
  scope: 'personal',
  summary: 'Remove bot storage',
  params: { keys },
  response: {},
  errors: ['noSuchBotStorageKey'],
});
