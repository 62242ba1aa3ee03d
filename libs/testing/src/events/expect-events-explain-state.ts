import { expect } from '@jest/globals';
import { foldEvent, isFolded, type StateEvent } from '@parley/client';
import type { ClientEvent } from '@parley/client-events';

/** The fields of a registration as they came over the wire, or some of them. */
export type ClientState = Readonly<Record<string, unknown>>;

/** The state of the client of `userId` after these events, as libs/client keeps it. @throws Error for an event that it does not know */
export function foldEvents(state: ClientState, events: readonly ClientEvent[], userId: number): ClientState {
  return events.reduce((folded, event) => {
    if (!isFolded(event.type)) throw new Error(`no fold for events of type ${event.type}`);
    return foldEvent(folded, event as StateEvent, userId);
  }, state);
}

/** Lists whose order has no meaning for clients, by the field that identifies an entry. */
const ENTRY_KEYS = ['stream_id', 'user_id', 'scheduled_message_id', 'reminder_id', 'id'] as const;

/** Checks, for the client of `userId`, that the snapshot before plus the client events since equals the snapshot after. */
export function expectEventsExplainState(states: {
  readonly before: ClientState;
  readonly events: readonly ClientEvent[];
  readonly after: ClientState;
  readonly userId: number;
}): void {
  const explained = foldEvents(states.before, states.events, states.userId);
  expect(unordered(withoutOmittedAvatars(explained, states.after))).toEqual(unordered(states.after));
}

/** Clients that fetch avatars separately receive no avatar of deactivated users, but one that was active before is still known. */
function withoutOmittedAvatars(state: ClientState, after: ClientState): ClientState {
  const former = state.realm_non_active_users;
  if (!Array.isArray(former) || !Array.isArray(after.realm_non_active_users)) return state;
  const omitted = new Set(after.realm_non_active_users.filter((user) => !('avatar_url' in user)).map(({ user_id }) => user_id));
  const expected = former.map(({ avatar_url, ...user }) => (omitted.has(user.user_id) ? user : { ...user, avatar_url }));
  return { ...state, realm_non_active_users: expected };
}

function unordered(state: ClientState): ClientState {
  return Object.fromEntries(Object.entries(state).map(([field, value]) => [field, Array.isArray(value) ? sorted(value) : value]));
}

function sorted(list: readonly unknown[]): readonly unknown[] {
  return [...list].sort((a, b) => keyOf(a) - keyOf(b));
}

function keyOf(entry: unknown): number {
  if (typeof entry === 'number') return entry;
  if (typeof entry !== 'object' || entry === null) return 0;
  for (const key of ENTRY_KEYS) if (key in entry) return Number(Reflect.get(entry, key));
  return 0;
}
