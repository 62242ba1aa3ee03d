import type { ClientEvent } from '@parley/client-events';
import type { CAPABILITY_NAMES } from '@parley/contracts';
import { expectEventsExplainState } from '@parley/testing';
import type { Actor } from '../../client/actor.js';
import { type ClientRun, type Person, sideBySide } from '../../client/side-by-side.js';
import type { World } from '../../client/world.js';

export type Capability = (typeof CAPABILITY_NAMES)[number];

/** Tests the effect of a capability. */
export type Proof = (clients: TwoClients) => Promise<void>;
export type Proofs = Readonly<Partial<Record<Capability, Proof>>>;

/** A user with one client that declares a capability, and one that does not. */
export class TwoClients {
  readonly member: Actor;
  readonly administrator: Actor;
  readonly me: Actor;

  private constructor(
    readonly world: World,
    readonly person: Person,
  ) {
    this.member = world.as(world.member);
    this.administrator = world.as(world.administrator);
    this.me = world.as(person);
  }

  static async open(world: World): Promise<TwoClients> {
    return new TwoClients(world, await world.newcomer('Cap Able'));
  }

  /** What a client with the capability observes, and one without it. `types`: of events and fields. */
  async withAndWithout(
    capability: Capability,
    types: readonly string[],
    operation?: () => Promise<unknown>,
  ): Promise<[ClientRun, ClientRun]> {
    const way = (declared: boolean) => ({
      event_types: ['message', ...types],
      fetch_event_types: types,
      include_subscribers: true,
      client_capabilities: { [capability]: declared },
    });
    const [knowing, other] = await sideBySide(this.world, this.person, [way(true), way(false)], operation);
    if (knowing === undefined || other === undefined) throw new Error('two clients registered');
    return [knowing, other];
  }

  /** Checks that the events explain the state of these fields. */
  expectExplained({ before, received, after }: ClientRun, fields: readonly string[]) {
    const state = (registration: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(fields.map((field) => [field, registration[field]]));
    const events = received.filter(({ type }) => type !== 'message');
    expectEventsExplainState({ before: state(before), events, after: state(after), userId: this.person.user_id });
  }
}

export function ids(list: unknown, key: string): unknown[] {
  return (list as Record<string, unknown>[]).map((entry) => entry[key]);
}

export function ofType({ received }: ClientRun, type: string): ClientEvent[] {
  return received.filter((event) => event.type === type);
}

/** The events of this type that are about the channel. */
export function about(observed: ClientRun, type: string, channelId: number): ClientEvent[] {
  const named = new RegExp(`"stream_id":${channelId}\\b`);
  return ofType(observed, type).filter((event) => named.test(JSON.stringify(event)));
}
