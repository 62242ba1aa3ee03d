import type { Person, Place } from '../prepare/places.js';
import { type Request, repeated } from './requests.js';
import type { Scenario } from './scenario.js';

export const CONTENT = 'The quick **brown** fox reads https://example.com/a/page and answers. '.repeat(3);

export function sendToChannel(channelId: number, topic = 'bench'): Request {
  return { method: 'POST', path: '/messages', fields: { type: 'channel', to: String(channelId), topic, content: CONTENT } };
}

export function crowdOf(place: Place, size: number): number {
  const id = place.crowds[size];
  if (id === undefined) throw new Error(`there is no channel of ${size}`);
  return id;
}

function direct(place: Place, person: Person): Request {
  const other = place.people.find(({ id }) => id !== person.id);
  return { method: 'POST', path: '/messages', fields: { type: 'direct', to: JSON.stringify([other?.id]), content: CONTENT } };
}

export const sends: readonly Scenario[] = [1, 16].flatMap((concurrency) => {
  const suffix = concurrency === 1 ? '' : `-x${concurrency}`;
  const common = { concurrency, bare: 'insert' } as const;
  const toCrowd = (place: 'company' | 'city', size: number) =>
    repeated({ ...common, name: `send-${size}${suffix}`, place, request: (at) => sendToChannel(crowdOf(at, size)) });
  return [
    repeated({ ...common, name: `send-direct${suffix}`, place: 'company', request: direct }),
    toCrowd('company', 10),
    toCrowd('company', 100),
    toCrowd('city', 10_000),
  ];
});
