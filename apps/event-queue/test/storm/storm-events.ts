import { ALL_ROLES, type DomainEvent, domainEvent, type Part, ROLES, type Role } from '@parley/contracts';
import { z } from 'zod';

/** Events that exercise every rule of fan-out: channels, index changes in between, roles, several parts, except. */
const role = z.literal(ALL_ROLES);

export const sent = domainEvent({
  type: 'storm.sent',
  owner: 'messaging',
  payload: z.object({ channelId: z.int(), n: z.int() }),
  parts: ({ channelId, n }): Part[] => [
    { clientType: 'message', audience: { channels: [channelId] }, render: () => ({ type: 'message', channelId, n }) },
  ],
});

export const joined = domainEvent({
  type: 'storm.joined',
  owner: 'channels',
  payload: z.object({ channelId: z.int(), userId: z.int(), members: z.array(z.int()) }),
  parts: ({ channelId, userId, members }): Part[] => [
    { clientType: 'own', audience: { users: [userId] }, render: () => ({ type: 'joined', channelId, members }) },
    { clientType: 'peer', audience: { channels: [channelId], except: [userId] }, render: () => ({ type: 'peer_add', channelId, userId }) },
  ],
  indexChanges: ({ channelId, userId }) => [{ kind: 'subscribe', userIds: [userId], channelIds: [channelId] }],
});

export const left = domainEvent({
  type: 'storm.left',
  owner: 'channels',
  payload: z.object({ channelId: z.int(), userId: z.int() }),
  parts: ({ channelId, userId }): Part[] => [
    { clientType: 'own', audience: { users: [userId] }, render: () => ({ type: 'left', channelId }) },
    {
      clientType: 'peer',
      audience: { channels: [channelId], except: [userId] },
      render: () => ({ type: 'peer_remove', channelId, userId }),
    },
  ],
  indexChanges: ({ channelId, userId }) => [{ kind: 'unsubscribe', userIds: [userId], channelIds: [channelId] }],
});

export const roleChanged = domainEvent({
  type: 'storm.role',
  owner: 'organization',
  payload: z.object({ userId: z.int(), role }),
  parts: ({ userId, role }): Part[] => [
    { clientType: 'role', audience: { roles: ALL_ROLES }, render: () => ({ type: 'role', userId, role }) },
  ],
  indexChanges: ({ userId, role }) => [{ kind: 'role', userId, role }],
});

export const adminsNotified = domainEvent({
  type: 'storm.admins',
  owner: 'organization',
  payload: z.object({ n: z.int() }),
  parts: ({ n }): Part[] => [
    { clientType: 'admins', audience: { roles: [ROLES.owner, ROLES.administrator] }, render: () => ({ type: 'admins', n }) },
  ],
});

/** Not logged. */
export const typed = domainEvent({
  type: 'storm.typed',
  owner: 'messaging',
  payload: z.object({ channelId: z.int(), n: z.int() }),
  parts: ({ channelId, n }): Part[] => [
    { clientType: 'typing', audience: { channels: [channelId] }, render: () => ({ type: 'typing', channelId, n }) },
  ],
});

// biome-ignore lint/suspicious/noExplicitAny: a registry holds events of every payload.
const declared: DomainEvent<string, any>[] = [sent, joined, left, roleChanged, adminsNotified, typed];
export const stormEvents: ReadonlyMap<string, DomainEvent> = new Map(declared.map((event) => [event.type, event]));

export interface StormState {
  /** The user's channels, with all members of each. */
  readonly channels: Map<number, Set<number>>;
  readonly roles: Map<number, Role>;
}

/** Parses the result of `plain`. */
export const plainState = z
  .object({ channels: z.array(z.tuple([z.int(), z.array(z.int())])), roles: z.array(z.tuple([z.int(), role])) })
  .transform(
    ({ channels, roles }): StormState => ({
      channels: new Map(channels.map(([channel, members]) => [channel, new Set(members)])),
      roles: new Map(roles),
    }),
  );

/** Applies an event as a client does. */
export function applyEvent(state: StormState, event: Readonly<Record<string, unknown>>): void {
  const { type, channelId, userId, members, role } = event;
  const channel = state.channels.get(Number(channelId));
  if (type === 'joined' && Array.isArray(members)) state.channels.set(Number(channelId), new Set(members.map(Number)));
  else if (type === 'left') state.channels.delete(Number(channelId));
  else if (type === 'peer_add') channel?.add(Number(userId));
  else if (type === 'peer_remove') channel?.delete(Number(userId));
  else if (type === 'role') state.roles.set(Number(userId), z.literal(ALL_ROLES).parse(role));
}

/** One canonical form, independent of the order of arrival. */
export function plain(state: StormState) {
  const sorted = <T>(map: Map<number, T>) => [...map].sort(([a], [b]) => a - b);
  return {
    channels: sorted(state.channels).map(([channel, members]) => [channel, [...members].sort((a, b) => a - b)]),
    roles: sorted(state.roles),
  };
}
