import { modernPresence } from '@parley/contracts/settings';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const modern = z.object({ presences: z.record(z.string(), modernPresence) });
const presences = z.record(z.string(), z.unknown());
const legacy = z.object({
  email: z.string(),
  presence: z.object({ website: z.object({ client: z.string(), status: z.string(), timestamp: z.int(), pushable: z.boolean() }) }),
});

export const foldPresence: Fold = (state, event) => {
  if (!('presences' in state)) return state;
  const known = presences.parse(state.presences);
  return { ...state, presences: { ...known, ...changes(event) } };
};

function changes(event: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if ('presences' in event) return modern.parse(event).presences;
  const { email, presence } = legacy.parse(event);
  const { client, status, timestamp } = presence.website;
  return { [email]: { aggregated: { client, status, timestamp }, website: presence.website } };
}
