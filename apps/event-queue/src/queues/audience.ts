// The audience index: whose queues an event reaches, and what the index is built from.

export interface LoadedUser {
  userId: number;
  /** Null if the user is deactivated. */
  role: number | null;
  channelIds: number[];
}

export interface Audience {
  users?: readonly number[];
  channels?: readonly number[];
  roles?: readonly number[];
  /** Selects queues that want messages of all public channels and whose users are not subscribed to this one. */
  publicChannel?: number | undefined;
}

export function loadArguments(users: readonly LoadedUser[]): string[] {
  return users.flatMap(({ userId, role, channelIds }) => [
    String(userId),
    role === null ? '' : String(role),
    String(channelIds.length),
    ...channelIds.map(String),
  ]);
}
