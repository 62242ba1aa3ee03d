import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CAPABILITY_NAMES, ROLES, type Role } from '@parley/contracts';
import {
  addDefaultChannel,
  archiveChannel,
  createDefaultChannelGroup,
  removeDefaultChannel,
  subscribe,
  unsubscribe,
} from '@parley/contracts/channels';
import { updateUser } from '@parley/contracts/organization';
import { updateSettings } from '@parley/contracts/settings';
import { readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { Watcher } from '../cluster/watcher.js';
import { LimitedOrganization, type Person } from './limited-guests/limited-organization.js';

const TIMEOUT_MS = 180_000;
/** Each pair of neighbours is a change. All pairs of a guest, a member, a moderator, an administrator and an owner occur, in both directions. */
const WAY: readonly Role[] = [
  400, 300, 200, 100, 400, 200, 300, 400, 600, 400, 100, 200, 600, 300, 600, 100, 600, 200, 400, 100, 300, 100, 600,
];

let organization: LimitedOrganization;
let friend: Person;
let changing: Person;
let owner: Person;
let defaultId = 0;

beforeAll(async () => {
  organization = await LimitedOrganization.open(readDemo(process.env.PARLEY_DEMO_JSON));
  owner = organization.owner;
  friend = await organization.newcomer('Friend');
  changing = await organization.newcomer('Changing');
  await fillOrganization();
}, TIMEOUT_MS);
afterAll(async () => {
  await owner?.actor.ok(removeDefaultChannel, { stream_id: defaultId });
  await organization?.close();
  closeConnections();
});

/** Everything that some roles see and others do not. */
async function fillOrganization(): Promise<void> {
  for (const visibility of [1, 2, 3, 4, 5]) {
    const person = await organization.newcomer(`Visibility ${visibility}`);
    await person.actor.ok(updateSettings, { email_address_visibility: visibility });
  }
  for (const bots of [friend, changing]) await organization.botOf(bots);
  const shared = await organization.channel(friend, [changing]);
  const left = await organization.channel(friend, [changing]);
  await owner.actor.ok(unsubscribe, { subscriptions: [left.name], principals: [changing.id] });
  const open = await organization.channel(friend, []);
  defaultId = open.id;
  await owner.actor.ok(addDefaultChannel, { stream_id: defaultId });
  const grouped = await organization.channel(friend, []);
  const group_name = organization.fresh('group');
  await owner.actor.ok(createDefaultChannelGroup, { group_name, description: '', stream_names: [grouped.name] });
  const archived = await organization.channel(friend, []);
  await owner.actor.ok(archiveChannel, { stream_id: archived.id });
  for (const group of ['role:nobody', 'role:moderators', 'role:members']) {
    const subscriptions = [{ name: organization.fresh('secret') }];
    const permission = { can_add_subscribers_group: organization.groupId(group) };
    await friend.actor.ok(subscribe, { subscriptions, invite_only: true, ...permission });
  }
  expect(shared.id).not.toBe(left.id);
}

const change = (role: Role) => owner.actor.ok(updateUser, { user_id: String(changing.id), role });

describe('a change of role', () => {
  it.each([
    ['guests see few', 'role:members', CAPABILITY_NAMES],
    [
      'guests see few, and the client needs placeholders',
      'role:members',
      CAPABILITY_NAMES.filter((name) => name !== 'user_list_incomplete'),
    ],
    ['guests see everyone', 'role:everyone', CAPABILITY_NAMES.filter((name) => name !== 'archived_channels')],
  ] as const)(
    'is explained by events, and the queue goes on: %s',
    async (_, limit, capabilities) => {
      await organization.limitGuests(limit);
      await change(ROLES.member);
      const watcher = new Watcher(changing.actor, { user_id: changing.id }, capabilities);
      let snapshot = await watcher.register();
      const types = new Set<string>();
      for (const role of WAY.slice(1)) {
        await change(role);
        const { after, events } = await watcher.compare(snapshot);
        expect(events).toContainEqual(
          expect.objectContaining({ type: 'realm_user', op: 'update', person: { user_id: changing.id, role } }),
        );
        for (const { type, op } of events) types.add(`${type} ${String(op)}`);
        snapshot = after;
      }
      const expected = ['stream create', 'stream delete', 'realm_bot add', 'realm_bot delete', 'user_group add_members'];
      expect([...types]).toEqual(
        expect.arrayContaining([...expected, ...(limit === 'role:members' ? ['realm_user add', 'realm_user remove'] : [])]),
      );
    },
    TIMEOUT_MS,
  );
});
