import { z } from 'zod';
import { endpoint } from '../contract.js';
import { bool, int, pathText, text } from '../wire/param.js';
import { legacyPresence, modernPresence } from './presence-forms.js';

const presences = z.record(z.string(), z.union([modernPresence, legacyPresence]));

/** Default number of days of presence in a response. */
export const PRESENCE_HISTORY_DAYS = 14;

/**
 * Reports the caller's presence and returns that of others. With `last_update_id` only changes since then,
 * in the modern format; without it all users of the last days. Nothing is stored for users with presence_enabled off.
 */
export const reportPresence = endpoint({
  name: 'reportPresence',
  method: 'POST',
  path: '/users/me/presence',
  service: 'settings',
  scope: 'personal',
  alsoNeeds: 'read',
  humansOnly: true,
  summary: 'Update your presence',
  params: {
    status: text().values(['active', 'idle']).describe('`active` or `idle`.').example('active'),
    ping_only: bool().default(false).describe('Do not return the presence of other users.'),
    new_user_input: bool().default(false).describe('Whether the user was active since the last report.'),
    slim_presence: bool().default(false).describe('Return presence in the modern format, keyed by user id.'),
    last_update_id: int({ min: -1 })
      .optional()
      .describe('`presence_last_update_id` from the last response, to get only changes since then. -1 returns everything.'),
    history_limit_days: int({ min: 0 })
      .optional()
      .describe(`Omit users who were inactive for more than this many days. Defaults to ${PRESENCE_HISTORY_DAYS}.`),
  },
  response: {
    presences: presences.optional(),
    server_timestamp: z.number().optional(),
    presence_last_update_id: z.int().optional(),
  },
  errors: ['invalidPresenceStatus', 'humansOnly', 'userDeactivated'],
  safeToRetry: true,
  example: {
    presences: { 9: { active_timestamp: 1_732_170_000, idle_timestamp: 1_732_170_000 } },
    server_timestamp: 1_732_170_010.25,
    presence_last_update_id: 41,
  },
});

/** Presence of the last two weeks, by API email, of all users whom the caller may see. */
export const listPresence = endpoint({
  name: 'listPresence',
  method: 'GET',
  path: '/realm/presence',
  service: 'settings',
  scope: 'read',
  expensive: true,
  summary: 'Get the presence of all users',
  params: {},
  response: { server_timestamp: z.number(), presences: z.record(z.string(), legacyPresence) },
  example: {
    server_timestamp: 1795261960.223,
    presences: {
      'leila@demo.example': {
        aggregated: { client: 'website', status: 'active', timestamp: 1795261960 },
        website: { client: 'website', status: 'active', timestamp: 1795261960, pushable: false },
      },
    },
  },
});

const status = z.object({ status: z.enum(['active', 'idle', 'offline']), timestamp: z.int() });

/** One user's presence. */
export const getPresence = endpoint({
  name: 'getPresence',
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  service: 'settings',
  scope: 'read',
  summary: "Get a user's presence",
  params: { user_id_or_email: pathText().describe('Id or email address of the user.').example('9') },
  response: { presence: z.object({ aggregated: status, website: status }) },
  errors: ['noSuchUser', 'botsHaveNoPresence', 'noPresenceData'],
  example: { presence: { aggregated: { status: 'active', timestamp: 1795261960 }, website: { status: 'active', timestamp: 1795261960 } } },
});
