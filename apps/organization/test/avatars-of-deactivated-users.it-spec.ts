import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import { deactivateAccount, reactivateUser, updateUser } from '@parley/contracts/organization';
import { type ClientState, expectEventsExplainState, type OrganizationRow, Rows, type UserRow } from '@parley/testing';
import { OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let rows: Rows;
let home: OrganizationRow;
let owner: UserRow;
let member: UserRow;
/** Has an uploaded avatar. */
let painted: UserRow;
/** Has the avatar of the email address. */
let plain: UserRow;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
  rows = new Rows(suite.stores.database);
});
afterAll(() => suite.close());
beforeEach(async () => {
  home = await rows.organization();
  owner = await rows.user(home, { role: ROLES.owner });
  member = await rows.user(home);
  painted = await rows.user(home, { avatarSource: 'U', avatarVersion: 7 });
  plain = await rows.user(home);
});

const leaves = ({ id }: UserRow) => suite.stores.rpc.call(deactivateAccount, { organizationId: home.id, userId: id }, SYSTEM_VISITOR);
const comesBack = ({ id }: UserRow) => suite.stores.rpc.call(reactivateUser, { user_id: id }, owner.caller);
const getsAddress = ({ id }: UserRow, new_email: string) =>
  suite.stores.rpc.call(updateUser, { user_id: String(id), new_email }, owner.caller);

const UPLOADED = expect.stringMatching(/^\/user_avatars\//);
const OF_ADDRESS = expect.stringContaining('gravatar.com/avatar/');
const OMITTED = 'omitted';

/** Clients that differ in the avatars that they receive. */
const CLIENTS = {
  loads: { clientGravatar: false, capabilities: { user_avatar_url_field_optional: true } },
  'loads and computes': { clientGravatar: true, capabilities: { user_avatar_url_field_optional: true } },
  'receives avatars': { clientGravatar: false, capabilities: {} },
  computes: { clientGravatar: true, capabilities: { user_avatar_url_field_optional: false } },
};

interface Observation {
  readonly client: string;
  readonly before: ClientState;
  readonly received: readonly ClientEvent[];
  readonly after: ClientState;
}

/** The state before, the events and the state after, for each kind of client. Also checks that the events explain the state. */
async function observe(reader: UserRow, change: () => Promise<unknown>): Promise<Observation[]> {
  const cursor = await suite.stores.mark(home.id);
  const begun: { client: string; way: (typeof CLIENTS)[keyof typeof CLIENTS]; before: ClientState }[] = [];
  for (const [client, way] of Object.entries(CLIENTS)) begun.push({ client, way, before: await suite.register(reader.caller, way) });
  await change();
  const all: Observation[] = [];
  for (const { client, way, before } of begun) {
    const received = await suite.stores.eventsSince(cursor, reader, way);
    const after = await suite.register(reader.caller, way);
    expectEventsExplainState({ before, events: received, after, userId: reader.id });
    all.push({ client, before, received: received.map(({ id: _, ...event }) => event), after });
  }
  return all;
}

/** The avatar of a user in a list of a registration. */
function pictureIn(state: ClientState, list: 'realm_users' | 'realm_non_active_users', { id }: UserRow): unknown {
  const found = (state[list] as readonly { user_id: number; avatar_url?: unknown }[]).find(({ user_id }) => user_id === id);
  if (found === undefined) throw new Error(`${id} is not in ${list}`);
  return 'avatar_url' in found ? found.avatar_url : OMITTED;
}

const pictures = (of: readonly Observation[], read: (each: Observation) => unknown) =>
  Object.fromEntries(of.map((each) => [each.client, read(each)]));
const pictureEvents = ({ received }: Observation) =>
  received.map(({ person }) => Object(person)).flatMap((person) => ('avatar_url' in person ? [person.avatar_url] : []));

describe('a client that can load avatars itself', () => {
  it('receives no avatars of deactivated users and bots, unlike other clients', async () => {
    const bot = await rows.user(home, { isBot: true, botOwnerId: plain.id });
    const all = await observe(member, async () => {
      for (const who of [painted, plain]) await leaves(who);
    });
    const omitted = { loads: OMITTED, 'loads and computes': OMITTED };
    const former = (who: UserRow) => pictures(all, ({ after }) => pictureIn(after, 'realm_non_active_users', who));
    expect(former(painted)).toEqual({ ...omitted, 'receives avatars': UPLOADED, computes: UPLOADED });
    for (const who of [plain, bot]) expect(former(who)).toEqual({ ...omitted, 'receives avatars': OF_ADDRESS, computes: null });
  });

  it('receives the avatars of active users', async () => {
    const all = await observe(member, async () => undefined);
    const present = (who: UserRow) => pictures(all, ({ before }) => pictureIn(before, 'realm_users', who));
    expect(present(painted)).toEqual({ loads: UPLOADED, 'loads and computes': UPLOADED, 'receives avatars': UPLOADED, computes: UPLOADED });
    expect(present(plain)).toEqual({ loads: OF_ADDRESS, 'loads and computes': null, 'receives avatars': OF_ADDRESS, computes: null });
  });

  it('receives the avatar after the event of a reactivation', async () => {
    for (const who of [painted, plain]) await leaves(who);
    const all = await observe(member, async () => {
      await comesBack(painted);
      await comesBack(plain);
    });
    expect(pictures(all, pictureEvents)).toEqual({
      loads: [UPLOADED, OF_ADDRESS],
      'loads and computes': [UPLOADED, null],
      'receives avatars': [UPLOADED, OF_ADDRESS],
      computes: [UPLOADED, null],
    });
    for (const { received } of all) {
      const order = received.flatMap(({ person }) => (person === undefined ? [] : [Object.keys(Object(person)).includes('is_active')]));
      expect(order).toEqual([true, false, true, false]);
    }
  });

  it('receives the newest avatar if it changed while the user was deactivated', async () => {
    await leaves(plain);
    const register = () => suite.register(member.caller, CLIENTS['receives avatars']);
    const old = pictureIn(await register(), 'realm_non_active_users', plain);
    const away = await observe(member, () => getsAddress(plain, 'elsewhere@example.com'));
    const changed = pictureIn(await register(), 'realm_non_active_users', plain);
    expect(changed).toEqual(OF_ADDRESS);
    expect(changed).not.toBe(old);
    expect(pictures(away, ({ after }) => pictureIn(after, 'realm_non_active_users', plain))).toEqual({
      loads: OMITTED,
      'loads and computes': OMITTED,
      'receives avatars': changed,
      computes: null,
    });
    const back = await observe(member, () => comesBack(plain));
    expect(pictures(back, ({ after }) => pictureIn(after, 'realm_users', plain))).toEqual({
      loads: changed,
      'loads and computes': null,
      'receives avatars': changed,
      computes: null,
    });
  });

  it('receives the same deactivation event as other clients', async () => {
    const all = await observe(member, () => leaves(painted));
    const people = (each: Observation) => each.received.filter(({ type }) => type === 'realm_user').map(({ person }) => person);
    const gone = { user_id: painted.id, is_active: false };
    for (const each of all) expect(people(each)).toEqual([gone]);
  });

  it('receives the same if its user is a guest who may see only some users', async () => {
    const settings = { can_access_all_users_group: home.groups['role:members'] };
    await suite.stores.database.client.organization.update({ where: { id: home.id }, data: { settings } });
    const guest = await rows.user(home, { role: ROLES.guest });
    await rows.subscription(await rows.channel(home), [guest, painted]);
    await leaves(painted);
    const all = await observe(guest, () => comesBack(painted));
    const read = (list: 'before' | 'after') =>
      pictures(all, (each) => pictureIn(each[list], list === 'before' ? 'realm_non_active_users' : 'realm_users', painted));
    expect(read('before')).toEqual({ loads: OMITTED, 'loads and computes': OMITTED, 'receives avatars': UPLOADED, computes: UPLOADED });
    expect(read('after')).toEqual({ loads: UPLOADED, 'loads and computes': UPLOADED, 'receives avatars': UPLOADED, computes: UPLOADED });
  });
});
