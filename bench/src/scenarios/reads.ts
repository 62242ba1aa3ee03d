import type { Place } from '../prepare/places.js';
import { type Request, repeated } from './requests.js';
import type { Scenario } from './scenario.js';

const PAGE = 100;

interface Narrow {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
}

function page(narrow: readonly Narrow[], anchor: string | number = 'newest'): Request {
  const before = anchor === 'newest' ? PAGE : PAGE / 2;
  return {
    method: 'GET',
    path: '/messages',
    fields: {
      anchor: String(anchor),
      num_before: String(before),
      num_after: String(PAGE - before),
      narrow: JSON.stringify(narrow),
    },
  };
}

/** Channels with low ids have most messages (fill-messages.ts). */
function largest({ channelIds }: Place): number {
  const [id] = channelIds;
  if (id === undefined) throw new Error('the organization has no channels');
  return id;
}

const channel = (place: Place): Narrow => ({ operator: 'channel', operand: largest(place) });

function pages(name: string, request: (place: Place) => Request): Scenario {
  // Always as the same person, whose messages were read half.
  return repeated({ name: `page-${name}`, place: 'library', bare: 'page', request });
}

export const reads: readonly Scenario[] = [
  repeated({ name: 'users-me', place: 'company', bare: 'read', request: () => ({ method: 'GET', path: '/users/me' }) }),
  repeated({
    name: 'users-me-x16',
    place: 'company',
    bare: 'read',
    concurrency: 16,
    request: () => ({ method: 'GET', path: '/users/me' }),
  }),
  pages('newest', (place) => page([channel(place)])),
  pages('deep', (place) => page([channel(place)], place.messageIds[0])),
  pages('topic', (place) => page([channel(place), { operator: 'topic', operand: 'topic 0' }])),
  pages('direct', (place) => page([{ operator: 'dm', operand: [place.people[1]?.id ?? 0] }])),
  pages('unread', () => page([{ operator: 'is', operand: 'unread' }])),
  pages('all', () => page([])),
];
