import { expect } from '@jest/globals';
import type { ClientEvent } from '@parley/contracts';
import { type ClientState, foldEvents } from './fold.js';

/** Lists whose order means nothing to a client, by the field that names an entry. */
const ENTRY_KEYS = ['stream_id', 'user_id', 'id'] as const;

/** Promise P5: the snapshot before + the client events since = the snapshot after, for the client of `userId`. */
export function expectEventsExplainState(told: {
  readonly before: ClientState;
  readonly events: readonly ClientEvent[];
  readonly after: ClientState;
  readonly userId: number;
}): void {
  const explained = foldEvents(told.before, told.events, told.userId);
  expect(unordered(withoutUntoldPictures(explained, told.after))).toEqual(unordered(told.after));
}

/** A client that can ask for pictures may have those of people who left: it is told of them when they come back. */
function withoutUntoldPictures(state: ClientState, after: ClientState): ClientState {
  const former = state.realm_non_active_users;
  if (!Array.isArray(former) || !Array.isArray(after.realm_non_active_users)) return state;
  const untold = new Set(after.realm_non_active_users.filter((user) => !('avatar_url' in user)).map(({ user_id }) => user_id));
  const asTold = former.map(({ avatar_url, ...user }) => (untold.has(user.user_id) ? user : { ...user, avatar_url }));
  return { ...state, realm_non_active_users: asTold };
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
