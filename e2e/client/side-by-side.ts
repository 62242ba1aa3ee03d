import { type ClientEvent, getEvents, registerQueue, sendMessage } from '@parley/contracts';
import type { World } from './world.js';

type Fields = Readonly<Record<string, unknown>>;
type Registered = Fields & { readonly queue_id: string | null; readonly last_event_id: number };
export type Person = Awaited<ReturnType<World['newcomer']>>;

/** What one client of somebody was told, while something was done. */
export interface Told {
  readonly before: Fields;
  /** What it heard of it: all types but the messages that are not asked for below. Without ids. */
  readonly heard: readonly ClientEvent[];
  /** What it is told when it registers again. */
  readonly after: Fields;
}

/**
 * Several clients of one person, each registered in its own way, hear what is done; then each registers again. Each must want messages, from this
 * person to himself at least: such a message ends what is read.
 */
export async function sideBySide(world: World, person: Person, ways: readonly Fields[], deed?: () => Promise<unknown>): Promise<Told[]> {
  const actor = world.as(person);
  const register = (way: Fields): Promise<Registered> =>
    actor.ok(registerQueue, { event_types: ['message'], fetch_event_types: [], ...way });
  const before: Registered[] = [];
  for (const way of ways) before.push(await register(way));
  await deed?.();
  const after: Registered[] = [];
  for (const way of ways) after.push(await register(way));
  await actor.ok(sendMessage, { type: 'direct', to: [person.user_id], content: 'the end of it' });
  return Promise.all(
    before.map(async (registered, place) => {
      const again = after[place] ?? registered;
      return { before: registered, heard: await heardUpTo(registered, again.last_event_id), after: again };
    }),
  );

  async function heardUpTo({ queue_id, last_event_id }: Registered, limit: number): Promise<ClientEvent[]> {
    const heard: (ClientEvent & { id: number })[] = [];
    for (let last = last_event_id; last <= limit; last = heard.at(-1)?.id ?? last) {
      heard.push(...(await actor.ok(getEvents, { queue_id, last_event_id: last })).events.filter(({ type }) => type !== 'heartbeat'));
    }
    return heard.filter(({ id }) => id <= limit).map(({ id: _, ...event }) => event);
  }
}
