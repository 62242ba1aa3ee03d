import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What is in an organization that is measured. */
export interface PlacePlan {
  readonly people: number;
  readonly channels: number;
  /** Channels of each person, without those of `crowds`. */
  readonly channelsEach: number;
  /** Channels with exactly as many subscribers, named by their number. */
  readonly crowds: readonly number[];
  readonly messages: number;
  /** Whether the first person has read the older half. Otherwise all messages are unread. */
  readonly halfRead: boolean;
}

const empty = { crowds: [], messages: 0, halfRead: true };

/** One organization for each size, so that no scenario changes what another one measures. */
export const PLACES = {
  crew: { ...empty, people: 10, channels: 5, channelsEach: 5 },
  backlog: { ...empty, people: 10, channels: 5, channelsEach: 5, messages: 25_000, halfRead: false },
  company: { ...empty, people: 1_000, channels: 200, channelsEach: 20, crowds: [10, 100] },
  town: { ...empty, people: 5_000, channels: 200, channelsEach: 20, crowds: [10] },
  city: { ...empty, people: 10_000, channels: 200, channelsEach: 20, crowds: [10, 300, 3_000, 10_000] },
  metropolis: { ...empty, people: 100_000, channels: 20, channelsEach: 2, crowds: [100_000] },
  /** As many messages as a person reads with the web app. */
  reading: { ...empty, people: 10, channels: 1, channelsEach: 1, messages: 12_000 },
  library: { ...empty, people: 20, channels: 100, channelsEach: 100, messages: 100_000 },
} as const satisfies Record<string, PlacePlan>;

export type PlaceName = keyof typeof PLACES;
export const PLACE_NAMES = z.literal(['crew', 'backlog', 'company', 'town', 'city', 'metropolis', 'reading', 'library'])
  .values satisfies Set<PlaceName>;

const person = z.object({ id: z.int(), email: z.string(), key: z.string() });
const place = z.object({
  organizationId: z.int(),
  people: z.array(person),
  channelIds: z.array(z.int()),
  /** Ids of channels by their number of subscribers. */
  crowds: z.record(z.string(), z.int()),
  /** Twenty messages from the middle of the largest channel on, if the bench inserted messages. */
  messageIds: z.array(z.int()),
});
const places = z.partialRecord(z.literal([...PLACE_NAMES]), place);

export type Person = z.infer<typeof person>;
export type Place = z.infer<typeof place>;
export type Places = z.infer<typeof places>;

export function readPlaces(path: string): Places {
  return places.parse(JSON.parse(readFileSync(path, 'utf8')));
}

export function credentials({ email, key }: Pick<Person, 'email' | 'key'>): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` };
}
