import { type FanOut, fanOut } from '@parley/client-events';
import { ALL_ROLES, domainEvent, ROLES, type Role } from '@parley/contracts';
import { idRangeBegun } from '@parley/contracts/event-queue';
import { z } from 'zod';

/** Events that exercise every rule of fan-out: channels, index changes in between, roles, several parts, except. */
const role = z.literal(ALL_ROLES);

export const sent = domainEvent({
  type: 'storm.sent',
  owner: 'messaging',
  payload: z.object({ channelId: z.int(), n: z.int() }),
});

export const joined = domainEvent({
  type: 'storm.joined',
  owner: 'channels',
  payload: z.object({ channelId: z.int(), userId: z.int(), members: z.array(z.int()) }),
});

export const left = domainEvent({
  type: 'storm.left',
  owner: 'channels',
  payload: z.object({ channelId: z.int(), userId: z.int() }),
});

export const roleChanged = domainEvent({
  type: 'storm.role',
  owner: 'organization',
  payload: z.object({ userId: z.int(), role }),
});

export const adminsNotified = domainEvent({
  type: 'storm.admins',
  owner: 'organization',
  payload: z.object({ n: z.int() }),
});

/** Not logged. */
export const typed = domainEvent({
  type: 'storm.typed',
  owner: 'messaging',
  payload: z.object({ channelId: z.int(), n: z.int() }),
});

// biome-ignore lint/suspicious/noExplicitAny: a registry holds events of every payload.
const fanOuts: FanOut<string, any>[] = [
  fanOut(sent, {
    parts: ({ channelId, n }) => [
      { clientType: 'message', audience: { channels: [channelId] }, render: () => ({ type: 'message', channelId, n }) },
    ],
  }),
  fanOut(joined, {
    parts: ({ channelId, userId, members }) => [
      { clientType: 'own', audience: { users: [userId] }, render: () => ({ type: 'joined', channelId, members }) },
      {
        clientType: 'peer',
        audience: { channels: [channelId], except: [userId] },
        render: () => ({ type: 'peer_add', channelId, userId }),
      },
    ],
    indexChanges: ({ channelId, userId }) => [{ kind: 'subscribe', userIds: [userId], channelIds: [channelId] }],
  }),
  fanOut(left, {
    parts: ({ channelId, userId }) => [
      { clientType: 'own', audience: { users: [userId] }, render: () => ({ type: 'left', channelId }) },
      {
        clientType: 'peer',
        audience: { channels: [channelId], except: [userId] },
        render: () => ({ type: 'peer_remove', channelId, userId }),
      },
    ],
    indexChanges: ({ channelId, userId }) => [{ kind: 'unsubscribe', userIds: [userId], channelIds: [channelId] }],
  }),
  fanOut(roleChanged, {
    parts: ({ userId, role }) => [{ clientType: 'role', audience: { roles: ALL_ROLES }, render: () => ({ type: 'role', userId, role }) }],
    indexChanges: ({ userId, role }) => [{ kind: 'role', userId, role }],
  }),
  fanOut(adminsNotified, {
    parts: ({ n }) => [
      { clientType: 'admins', audience: { roles: [ROLES.owner, ROLES.administrator] }, render: () => ({ type: 'admins', n }) },
    ],
  }),
  fanOut(typed, {
    parts: ({ channelId, n }) => [
      { clientType: 'typing', audience: { channels: [channelId] }, render: () => ({ type: 'typing', channelId, n }) },
    ],
  }),
  // A change of the number of lanes ends with it.
  fanOut(idRangeBegun, { parts: () => [] }),
];
export const stormEvents: ReadonlyMap<string, FanOut> = new Map(fanOuts.map((declared) => [declared.event.type, declared]));

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
