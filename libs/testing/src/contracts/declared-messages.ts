import type { Broadcast } from '@parley/contracts';
import * as eventQueue from '@parley/contracts/event-queue';
import * as organization from '@parley/contracts/organization';
import { DOMAIN_EVENTS, ENDPOINTS, SERVICE_CALLS } from '@parley/contracts/registry';
import { eventsLogged } from '@parley/event-log';
import type { z } from 'zod';

export const MESSAGE_AREAS = ['events', 'inputs', 'answers', 'broadcasts'] as const;
export type MessageArea = (typeof MESSAGE_AREAS)[number];

/** Everything that processes of two versions say to each other, by name: rows of the log, both sides of calls, and broadcasts. */
export function declaredMessages(area: MessageArea): ReadonlyMap<string, z.ZodType> {
  const calls = [...ENDPOINTS, ...SERVICE_CALLS];
  switch (area) {
    case 'events':
      return new Map([...DOMAIN_EVENTS].map(([type, { payload }]) => [type, payload]));
    case 'inputs':
      return new Map(calls.map(({ service, name, input }) => [`${service}.${name}`, input]));
    case 'answers':
      return new Map(calls.map(({ service, name, output }) => [`${service}.${name}`, output]));
    case 'broadcasts':
      return new Map(broadcasts().map(({ subject, payload }) => [subject, payload]));
  }
}

function broadcasts(): Broadcast[] {
  const declared: unknown[] = [...Object.values(eventQueue), ...Object.values(organization), eventsLogged];
  return declared.filter(
    (each): each is Broadcast => typeof each === 'object' && each !== null && 'kind' in each && each.kind === 'broadcast',
  );
}
