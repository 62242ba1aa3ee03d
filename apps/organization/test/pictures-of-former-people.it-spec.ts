import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ClientEvent, deactivateAccount, ROLES, reactivateUser, SYSTEM_VISITOR, updateUser } from '@parley/contracts';
import { type ClientState, expectEventsExplainState, type OrganizationRow, Rows, type UserRow } from '@parley/testing';
import { OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let rows: Rows;
let home: OrganizationRow;
let owner: UserRow;
let member: UserRow;
/** With a picture that he uploaded. */
let painted: UserRow;
/** With the picture of his address. */
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
const UNTOLD = 'untold';

/** The clients that differ in what they are told of pictures. */
const CLIENTS = {
  asks: { clientGravatar: false, capabilities: { user_avatar_url_field_optional: true } },
  'asks and computes': { clientGravatar: true, capabilities: { user_avatar_url_field_optional: true } },
  'is told': { clientGravatar: false, capabilities: {} },
  computes: { clientGravatar: true, capabilities: { user_avatar_url_field_optional: false } },
};

interface Told {
  readonly client: string;
  readonly before: ClientState;
  readonly heard: readonly ClientEvent[];
  readonly after: ClientState;
}

/** What each kind of client of the reader is told; what it hears explains what it is told in the end. */
async function told(reader: UserRow, change: () => Promise<unknown>): Promise<Told[]> {
  const mark = await suite.stores.mark(home.id);
  const begun: { client: string; way: (typeof CLIENTS)[keyof typeof CLIENTS]; before: ClientState }[] = [];
  for (const [client, way] of Object.entries(CLIENTS)) begun.push({ client, way, before: await suite.register(reader.caller, way) });
  await change();
  const all: Told[] = [];
  for (const { client, way, before } of begun) {
    const heard = await suite.stores.eventsSince(mark, reader, way);
    const after = await suite.register(reader.caller, way);
    expectEventsExplainState({ before, events: heard, after, userId: reader.id });
    all.push({ client, before, heard: heard.map(({ id: _, ...event }) => event), after });
  }
  return all;
}

/** The picture that somebody has in a list of a registration. */
function pictureIn(state: ClientState, list: 'realm_users' | 'realm_non_active_users', { id }: UserRow): unknown {
  const found = (state[list] as readonly { user_id: number; avatar_url?: unknown }[]).find(({ user_id }) => user_id === id);
  if (found === undefined) throw new Error(`${id} is not in ${list}`);
  return 'avatar_url' in found ? found.avatar_url : UNTOLD;
}

/** By client. */
const pictures = (of: readonly Told[], read: (each: Told) => unknown) => Object.fromEntries(of.map((each) => [each.client, read(each)]));
const pictureEvents = ({ heard }: Told) =>
  heard.map(({ person }) => Object(person)).flatMap((person) => ('avatar_url' in person ? [person.avatar_url] : []));

describe('a client that can ask for pictures', () => {
  it('is not told those of people and bots who left, as others are', async () => {
    const bot = await rows.user(home, { isBot: true, botOwnerId: plain.id });
    const all = await told(member, async () => {
      for (const who of [painted, plain]) await leaves(who);
    });
    const untold = { asks: UNTOLD, 'asks and computes': UNTOLD };
    const former = (who: UserRow) => pictures(all, ({ after }) => pictureIn(after, 'realm_non_active_users', who));
    expect(former(painted)).toEqual({ ...untold, 'is told': UPLOADED, computes: UPLOADED });
    for (const who of [plain, bot]) expect(former(who)).toEqual({ ...untold, 'is told': OF_ADDRESS, computes: null });
  });

  it('is told those of everybody who is there', async () => {
    const all = await told(member, async () => undefined);
    const present = (who: UserRow) => pictures(all, ({ before }) => pictureIn(before, 'realm_users', who));
    expect(present(painted)).toEqual({ asks: UPLOADED, 'asks and computes': UPLOADED, 'is told': UPLOADED, computes: UPLOADED });
    expect(present(plain)).toEqual({ asks: OF_ADDRESS, 'asks and computes': null, 'is told': OF_ADDRESS, computes: null });
  });

  it('is told them when people come back, after they did', async () => {
    for (const who of [painted, plain]) await leaves(who);
    const all = await told(member, async () => {
      await comesBack(painted);
      await comesBack(plain);
    });
    expect(pictures(all, pictureEvents)).toEqual({
      asks: [UPLOADED, OF_ADDRESS],
      'asks and computes': [UPLOADED, null],
      'is told': [UPLOADED, OF_ADDRESS],
      computes: [UPLOADED, null],
    });
    for (const { heard } of all) {
      const order = heard.flatMap(({ person }) => (person === undefined ? [] : [Object.keys(Object(person)).includes('is_active')]));
      expect(order).toEqual([true, false, true, false]);
    }
  });

  it('is told the newest, where it changed while its owner was away', async () => {
    await leaves(plain);
    const register = () => suite.register(member.caller, CLIENTS['is told']);
    const old = pictureIn(await register(), 'realm_non_active_users', plain);
    const away = await told(member, () => getsAddress(plain, 'elsewhere@example.com'));
    const changed = pictureIn(await register(), 'realm_non_active_users', plain);
    expect(changed).toEqual(OF_ADDRESS);
    expect(changed).not.toBe(old);
    expect(pictures(away, ({ after }) => pictureIn(after, 'realm_non_active_users', plain))).toEqual({
      asks: UNTOLD,
      'asks and computes': UNTOLD,
      'is told': changed,
      computes: null,
    });
    const back = await told(member, () => comesBack(plain));
    expect(pictures(back, ({ after }) => pictureIn(after, 'realm_users', plain))).toEqual({
      asks: changed,
      'asks and computes': null,
      'is told': changed,
      computes: null,
    });
  });

  it('hears the same of who leaves: that he is there no more', async () => {
    const all = await told(member, () => leaves(painted));
    const people = (each: Told) => each.heard.filter(({ type }) => type === 'realm_user').map(({ person }) => person);
    const gone = { user_id: painted.id, is_active: false };
    for (const each of all) expect(people(each)).toEqual([gone]);
  });

  it('is told alike where a guest knows some people only', async () => {
    const settings = { can_access_all_users_group: home.groups['role:members'] };
    await suite.stores.database.client.organization.update({ where: { id: home.id }, data: { settings } });
    const guest = await rows.user(home, { role: ROLES.guest });
    await rows.subscription(await rows.channel(home), [guest, painted]);
    await leaves(painted);
    const all = await told(guest, () => comesBack(painted));
    const read = (list: 'before' | 'after') =>
      pictures(all, (each) => pictureIn(each[list], list === 'before' ? 'realm_non_active_users' : 'realm_users', painted));
    expect(read('before')).toEqual({ asks: UNTOLD, 'asks and computes': UNTOLD, 'is told': UPLOADED, computes: UPLOADED });
    expect(read('after')).toEqual({ asks: UPLOADED, 'asks and computes': UPLOADED, 'is told': UPLOADED, computes: UPLOADED });
  });
});
