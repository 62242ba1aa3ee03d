import type { ClientEvent } from '@parley/client-events';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { sendMessage } from '@parley/contracts/messaging';
import type { World } from './world.js';

type Fields = Readonly<Record<string, unknown>>;
type Registered = Fields & { readonly queue_id: string | null; readonly last_event_id: number };
export type Person = Awaited<ReturnType<World['newcomer']>>;

/** What one client received while something was done. */
export interface ClientRun {
  readonly before: Fields;
  /** The events that it received, without ids: all types except messages that the client did not request. */
  readonly received: readonly ClientEvent[];
  /** The result of registering again. */
  readonly after: Fields;
}

/**
 * Several clients of one user, each registered with its own parameters, receive the events of an operation; then each registers again. Each
 * must want at least messages from this user to themselves: such a message marks the end of what is read.
 */
export async function sideBySide(
  world: World,
  person: Person,
  ways: readonly Fields[],
  operation?: () => Promise<unknown>,
): Promise<ClientRun[]> {
  const actor = world.as(person);
  const register = (way: Fields): Promise<Registered> =>
    actor.ok(registerQueue, { event_types: ['message'], fetch_event_types: [], ...way });
  const before: Registered[] = [];
  for (const way of ways) before.push(await register(way));
  await operation?.();
  const after: Registered[] = [];
  for (const way of ways) after.push(await register(way));
  await actor.ok(sendMessage, { type: 'direct', to: [person.user_id], content: 'the end of it' });
  return Promise.all(
    before.map(async (registered, index) => {
      const again = after[index] ?? registered;
      return { before: registered, received: await receivedUpTo(registered, again.last_event_id), after: again };
    }),
  );

  async function receivedUpTo({ queue_id, last_event_id }: Registered, limit: number): Promise<ClientEvent[]> {
    const received: (ClientEvent & { id: number })[] = [];
    for (let last = last_event_id; last <= limit; last = received.at(-1)?.id ?? last) {
      received.push(...(await actor.ok(getEvents, { queue_id, last_event_id: last })).events.filter(({ type }) => type !== 'heartbeat'));
    }
    return received.filter(({ id }) => id <= limit).map(({ id: _, ...event }) => event);
  }
}
