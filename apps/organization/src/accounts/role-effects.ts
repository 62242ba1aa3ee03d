import {
  channelObjects,
  onlyVisible,
  personalPropertiesOf,
  selectGroupsOfUser,
  strangersOfGuest,
  type UserRecord,
  whereGuestsAreLimited,
} from '@parley/access';
import { isAdministrator, ROLES, type Role } from '@parley/contracts';
import { type ChannelUpdated, channelUpdated } from '@parley/contracts/channels';
import { MAX_OWN_CHANGES, type OwnRoleChanges } from '@parley/contracts/organization';
import { appendPeopleHidden, appendPeopleRevealed } from '@parley/event-log';
import {
  botsOf,
  channelsWithOwnSubscription,
  defaultChannelGroups,
  inheritancesOf,
  type OwnChannel,
  selectDefaultChannels,
  selectRows,
  subscribersOf,
  type Tx,
} from '@parley/persistence';
import type { OrganizationAddresses } from '@parley/runtime';
import type { Change } from '../change.js';
import { toBotObject } from './bot-defaults.js';
import type { UsersRepository } from './users.repository.js';

/** Ids that the events of one change may contain together: some hundred KB. */
const MAX_IDS = 50_000;
/** Users that one change compares with a guest, while it holds the counter of the organization. */
const MAX_PEOPLE = 5_000;

/** What a change of role means for the clients of the user themselves. */
export interface RoleEffects {
  readonly own: OwnRoleChanges;
  /** Logs what follows the change of the role: channels and users that become visible or hidden. */
  log(): Promise<void>;
}

/**
 * Compares what the user sees before and after the change. Undefined if events would have to name too much.
 */
export async function withRoleEffects(
  { tx, log, organizationId }: Change,
  { user, role, addresses, users }: { user: UserRecord; role: Role; addresses: OrganizationAddresses; users: UsersRepository },
  write: () => Promise<void>,
): Promise<RoleEffects | undefined> {
  const wasGuest = user.role === ROLES.guest;
  const crossesGuests = wasGuest !== (role === ROLES.guest);
  const limited = crossesGuests ? await whereGuestsAreLimited(tx, organizationId) : undefined;
  const strangers = () => strangersOfGuest(tx, organizationId, user.id, MAX_PEOPLE);
  const before = await visibleTo(tx, user, user.role);
  const revealed = limited !== undefined && wasGuest ? await strangers() : [];
  await write();
  const hidden = limited !== undefined && !wasGuest ? await strangers() : [];
  if (revealed === undefined || hidden === undefined) return undefined;
  const after = await visibleTo(tx, user, role);
  const crossings = await crossingsOf(tx, user, before, after);
  if (crossings === undefined) return undefined;
  const announced = new Set([...revealed, ...hidden].flatMap(({ personIds }) => personIds));
  const own = await ownChanges(tx, user, role, users, announced);
  if (own === undefined) return undefined;
  return {
    own,
    log: async () => {
      for (const crossing of crossings) log.append(channelUpdated, crossing);
      await appendPeopleRevealed(tx, log, organizationId, revealed, role);
      if (limited !== undefined) await appendPeopleHidden(tx, log, organizationId, hidden, addresses.mailDomain(limited));
    },
  };
}

async function visibleTo(tx: Tx, { organizationId, id }: UserRecord, role: Role): Promise<Map<number, OwnChannel>> {
  const channels = await channelsWithOwnSubscription(tx, organizationId, id);
  const groups = new Set((await selectRows(tx, selectGroupsOfUser(organizationId, id))).map(({ groupId }) => groupId));
  return new Map(onlyVisible(channels, role, groups).map(({ channel }) => [channel.id, channel]));
}

/** By id. Undefined if there are too many ids. */
async function crossingsOf(
  tx: Tx,
  { organizationId, id: userId }: UserRecord,
  before: ReadonlyMap<number, OwnChannel>,
  after: ReadonlyMap<number, OwnChannel>,
): Promise<ChannelUpdated[] | undefined> {
  const gained = [...after.values()].filter(({ id }) => !before.has(id));
  const lost = [...before.values()].filter(({ id }) => !after.has(id));
  if (gained.length + lost.length > MAX_OWN_CHANGES) return undefined;
  // The counts decide, because the ids themselves could be millions.
  if (gained.reduce((sum, { subscriberCount }) => sum + subscriberCount, 0) > MAX_IDS) return undefined;
  const gainedIds = gained.map(({ id }) => id);
  const subscribers = new Map((await subscribersOf(tx, organizationId, gainedIds)).map((row) => [row.channelId, [...row.userIds]]));
  const objects = await channelObjects(tx, organizationId, gained);
  const [inheritance] = await inheritancesOf(tx, organizationId, [userId]);
  const me = { roles: [], userIds: [userId], except: [] };
  const about = ({ id, name, isArchived }: OwnChannel) => {
    return { channelId: id, name, isArchived, changes: [], kept: { roles: [], userIds: [] } };
  };
  return [
    ...gained.flatMap((channel, index) => {
      const object = objects[index];
      if (object === undefined) return [];
      const { subscription } = channel;
      const former =
        subscription === null ? [] : [{ userId, properties: personalPropertiesOf(subscription), inherited: inheritance?.values }];
      return [{ ...about(channel), gained: { ...me, channel: object, subscriberIds: subscribers.get(channel.id) ?? [], former } }];
    }),
    ...lost.map((channel) => ({ ...about(channel), lost: me })),
  ];
}

/** `announced`: users who become visible or hidden. The events about them contain their addresses. */
async function ownChanges(
  tx: Tx,
  user: UserRecord,
  role: Role,
  users: UsersRepository,
  announced: ReadonlySet<number>,
): Promise<OwnRoleChanges | undefined> {
  const { organizationId } = user;
  const changed = await users.addressesThatChange(tx, organizationId, user, role, MAX_OWN_CHANGES + 1 + announced.size);
  const addresses = changed.filter(({ userId }) => !announced.has(userId));
  const crossesAdministrators = isAdministrator(user.role) !== isAdministrator(role);
  const bots = crossesAdministrators ? (await botsOf(tx, organizationId)).filter(({ ownerId }) => ownerId !== user.id) : [];
  const channelIds = (await selectRows(tx, selectDefaultChannels(organizationId))).map(({ id }) => id);
  if ([addresses, bots, channelIds].some(({ length }) => length > MAX_OWN_CHANGES)) return undefined;
  const isGuest = role === ROLES.guest;
  const defaults = isGuest ? { channelIds: [], groups: [] } : { channelIds, groups: await defaultChannelGroups(tx, organizationId) };
  return {
    addresses,
    gainedBots: isAdministrator(role) ? bots.map(toBotObject) : [],
    lostBotIds: isAdministrator(role) ? [] : bots.map(({ id }) => id),
    ...(isGuest !== (user.role === ROLES.guest) && { defaults }),
  };
}
