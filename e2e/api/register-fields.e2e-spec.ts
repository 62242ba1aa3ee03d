import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listSubscriptions, unsubscribe } from '@parley/contracts/channels';
import {
  ALWAYS_REGISTERED,
  FETCHED_FIELDS,
  REGISTER_GROUPS,
  type RegisterGroup,
  registerQueue,
  UNREAD_FIELD,
} from '@parley/contracts/event-queue';
import { createUser, getUserGroups, updateOrganization, updateUser } from '@parley/contracts/organization';
import { z } from 'zod';
import type { Actor } from '../client/actor.js';
import { closeConnections } from '../client/http.js';
import { Listener } from '../client/listener.js';
import * as channelChecks from '../client/registered/channel-checks.js';
import * as configurationChecks from '../client/registered/configuration-checks.js';
import { CONSTANTS } from '../client/registered/constants.js';
import * as peopleChecks from '../client/registered/people-checks.js';
import * as personalChecks from '../client/registered/personal-checks.js';
import * as realmChecks from '../client/registered/realm-checks.js';
import { type FieldCheck, type Scenario, setUpScenario } from '../client/registered/scenario.js';
import { World } from '../client/world.js';

type Fields = Readonly<Record<string, unknown>>;

const world = new World();
afterAll(() => closeConnections());

const ANSWER = ['result', 'msg'];
const ALWAYS = Object.keys(ALWAYS_REGISTERED);
const FETCHED = Object.keys(FETCHED_FIELDS);
const GROUPS = Object.keys(REGISTER_GROUPS) as readonly RegisterGroup[];

function register(actor: Actor, params: Fields = {}): Promise<Fields> {
  return actor.ok(registerQueue, { client_capabilities: { notification_settings_null: true }, ...params });
}
const namesOf = (fields: Fields) => Object.keys(fields).filter((name) => !ANSWER.includes(name));
const sorted = (names: readonly string[]) => [...names].sort();

describe('the fields of a registration', () => {
  it.each([
    ['an owner', world.owner],
    ['a member', world.member],
    ['a guest', world.guest],
    ['a bot', world.bot],
  ])('for %s are exactly the declared ones, in the declared form', async (_, person) => {
    const fields = await register(world.as(person));
    expect(sorted(namesOf(fields))).toEqual(sorted([...ALWAYS, ...FETCHED]));
    const declared = z.object({ ...ALWAYS_REGISTERED, ...FETCHED_FIELDS }).parse(fields);
    const { result: _result, msg: _msg, ...answered } = fields;
    // Parsing drops undeclared fields.
    expect(declared).toEqual(answered);
  });

  it('are unique among all services', async () => {
    const { headers, body } = await world.as(world.member).call(registerQueue, {});
    // Parsing keeps only one of two fields with the same name.
    expect(Buffer.byteLength(JSON.stringify(body))).toBe(Number(headers['content-length']));
  });

  it.each(GROUPS)('of the group %s are returned on request', async (group) => {
    const fields = await register(world.as(world.member), { fetch_event_types: [group], event_types: [] });
    expect(sorted(namesOf(fields))).toEqual(sorted([...ALWAYS, ...Object.keys(REGISTER_GROUPS[group])]));
  });

  it('of two groups are returned if both are requested', async () => {
    const both = await register(world.as(world.member), { fetch_event_types: UNREAD_FIELD.groups });
    const fields = [...ALWAYS, ...Object.keys(REGISTER_GROUPS.message), ...Object.keys(UNREAD_FIELD.field)];
    expect(sorted(namesOf(both))).toEqual(sorted(fields));
  });
});

const SETTING_CHECKS: readonly FieldCheck[] = [
  realmChecks.settings,
  realmChecks.permissions,
  realmChecks.pictures,
  peopleChecks.settings,
  realmChecks.frontDoor,
];
/** In this order, so that users are renamed, deactivated and counted before the lists that contain them are read. */
const STATE_CHECKS: readonly FieldCheck[] = [
  channelChecks.messages,
  ...Object.values(personalChecks),
  peopleChecks.muting,
  peopleChecks.bots,
  peopleChecks.oneself,
  peopleChecks.everybody,
  peopleChecks.groups,
  peopleChecks.status,
  peopleChecks.presence,
  channelChecks.defaults,
  channelChecks.topics,
  channelChecks.channels,
  ...Object.values(configurationChecks),
];

/** The expected fields after all of these checks, and a registration after them. */
async function runChecks(scenario: Scenario, checks: readonly FieldCheck[]): Promise<{ expected: Fields; registered: Fields }> {
  let expected: Fields = {};
  for (const check of checks) expected = { ...expected, ...(await check(scenario)) };
  return { expected, registered: await register(scenario.me.actor) };
}

/** Restores the settings afterwards, because the tests of the suite share the organization. */
async function runSettingChecks(scenario: Scenario): Promise<{ expected: Fields; registered: Fields }> {
  const before = await register(scenario.owner.actor);
  try {
    return await runChecks(scenario, SETTING_CHECKS);
  } finally {
    await realmChecks.restore(scenario, before);
    await peopleChecks.restoreDefaults(scenario, before);
  }
}

describe('after everything was changed through the API, a registration has', () => {
  let shown: Readonly<Record<string, readonly [unknown, unknown][]>>;
  beforeAll(async () => {
    const first = await setUpScenario(world);
    const one = await runSettingChecks(first);
    const two = await runChecks(await setUpScenario(world), STATE_CHECKS);
    const ofRun = ({ expected, registered }: typeof one, name: string): [unknown, unknown][] =>
      name in expected ? [[registered[name], expected[name]]] : [];
    shown = Object.fromEntries(
      FETCHED.map((name) => [name, [...ofRun(one, name), ...ofRun(two, name), ...constant(name, two.registered)]]),
    );
  }, 120_000);

  it.each(FETCHED)('%s with its new value', (name) => {
    const comparisons = shown[name] ?? [];
    expect(comparisons.length).toBeGreaterThan(0);
    for (const [registered, expected] of comparisons) expect(registered).toEqual(expected);
  });
});

/** Of the second run, because the first one only changes settings. */
function constant(name: string, registered: Fields): [unknown, unknown][] {
  const known = CONSTANTS[name];
  return known === undefined ? [] : [[registered[name], known.value]];
}

it.each([
  [100, { is_owner: true, is_admin: true, is_moderator: false, is_guest: false }],
  [200, { is_owner: false, is_admin: true, is_moderator: false, is_guest: false }],
  [300, { is_owner: false, is_admin: false, is_moderator: true, is_guest: false }],
  [400, { is_owner: false, is_admin: false, is_moderator: false, is_guest: false }],
  [600, { is_owner: false, is_admin: false, is_moderator: false, is_guest: true }],
])('a registration contains the role %i', async (role, expected) => {
  const person = await world.newcomer('Rolf Roles');
  await world.as(world.owner).ok(updateUser, { user_id: String(person.user_id), role });
  expect(await register(world.as(person), { fetch_event_types: ['realm_user'] })).toMatchObject(expected);
});

it('a guest who may not see everyone receives placeholders, or no entries with user_list_incomplete', async () => {
  const { me, owner } = await setUpScenario(world);
  const create = (full_name: string) => {
    const email = `${world.fresh('stranger').replaceAll(' ', '-')}@other.example`;
    return owner.actor.ok(createUser, { email, password: 'correct horse battery', full_name });
  };
  const stranger = await create('Came Before');
  // Users of a common channel are visible, such as the default channels.
  const { subscriptions } = await me.actor.ok(listSubscriptions, {});
  const shared = subscriptions.map(({ name }) => name);
  if (shared.length > 0) await me.actor.ok(unsubscribe, { subscriptions: shared });
  await owner.actor.ok(updateUser, { user_id: String(me.user_id), role: 600 });
  const { realm_can_access_all_users_group: before } = await register(owner.actor, { fetch_event_types: ['realm'] });
  const { user_groups } = await owner.actor.ok(getUserGroups, {});
  const members = user_groups.find(({ name }) => name === 'role:members')?.id;
  await owner.actor.ok(updateOrganization, { can_access_all_users_group: { new: members } });
  try {
    const ways = [true, false].map((user_list_incomplete) => ({ client_capabilities: { user_list_incomplete } }));
    const shown = [];
    const listeners = [];
    for (const way of ways) {
      const { realm_users } = await register(me.actor, { ...way, fetch_event_types: ['realm_user'], event_types: [] });
      shown.push((realm_users as { user_id: number }[]).filter(({ user_id }) => user_id === stranger.user_id));
      listeners.push(await Listener.begin(me.actor, ['realm_user'], way));
    }
    expect(shown).toMatchObject([[], [{ full_name: 'Unknown user', email: expect.stringMatching(`^user${stranger.user_id}@`) }]]);
    const { user_id } = await create('Came Later');
    await owner.actor.ok(updateUser, { user_id: String(me.user_id), full_name: 'Another Name' });
    const newStranger = { op: 'add', person: { user_id, full_name: 'Unknown user' } };
    const expected = [[{ op: 'update' }], [newStranger, { op: 'update' }]];
    const received = await Promise.all(listeners.map((listener, way) => listener.receive(expected[way]?.length ?? 0)));
    expect(received).toMatchObject(expected);
  } finally {
    await owner.actor.ok(updateOrganization, { can_access_all_users_group: { new: before } });
  }
});
