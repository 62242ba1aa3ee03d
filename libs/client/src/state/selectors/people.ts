import type { FormerUserObject } from '@parley/contracts/organization';
import { UNKNOWN_NAME } from '@parley/contracts/organization';
import type { UserStatus } from '@parley/contracts/settings';
import type { ClientState } from '../client-state.js';
import { derived } from '../derived.js';

/** A person or bot, or a placeholder for one that the user may not see. */
export type KnownUser = FormerUserObject & { readonly isUnknown?: false };
export interface UnknownUser {
  readonly user_id: number;
  readonly full_name: string;
  readonly isUnknown: true;
}

const byId = derived((users: readonly FormerUserObject[]) => new Map(users.map((user) => [user.user_id, user])));
const placeholders = new Map<number, UnknownUser>();
const NONE: readonly FormerUserObject[] = [];

/** Active and deactivated users, and the bots of the installation. */
export function user(state: ClientState, id: number): KnownUser | UnknownUser {
  for (const list of [state.realm_users, state.realm_non_active_users, state.cross_realm_bots]) {
    const found = byId(list ?? NONE).get(id);
    if (found !== undefined) return found;
  }
  const placeholder = placeholders.get(id) ?? { user_id: id, full_name: UNKNOWN_NAME, isUnknown: true };
  placeholders.set(id, placeholder);
  return placeholder;
}

/** The user whose state it is. */
export function me(state: ClientState): KnownUser | UnknownUser {
  return user(state, state.user_id ?? 0);
}

export function isUserMuted({ muted_users = [] }: ClientState, id: number): boolean {
  return muted_users.some((muted) => muted.id === id);
}

export function statusOf({ user_status }: ClientState, id: number): UserStatus | undefined {
  return user_status?.[id];
}

const OFFLINE_AFTER_SECONDS = 140;

/** `nowSeconds`: since the epoch. */
export function presenceOf(state: ClientState, id: number, nowSeconds: number): 'active' | 'idle' | 'offline' {
  const entry: unknown = state.presences?.[id];
  if (typeof entry !== 'object' || entry === null || !('active_timestamp' in entry) || !('idle_timestamp' in entry)) return 'offline';
  const fields: Readonly<Record<string, unknown>> = state;
  const since = nowSeconds - Number(fields.server_presence_offline_threshold_seconds ?? OFFLINE_AFTER_SECONDS);
  if (Number(entry.active_timestamp) >= since) return 'active';
  return Number(entry.idle_timestamp) >= since ? 'idle' : 'offline';
}
