import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, decodeParams, type Endpoint, type OutputOf, type ParamShape, ROLES } from '@parley/contracts';
import { registerParts } from '@parley/contracts/event-queue';
import { getUserStatus, setOwnStatus, setUserStatus } from '@parley/contracts/settings';
import {
  AudienceIndex,
  type ClientState,
  clientEvents,
  expectEventsExplainState,
  loggedEvents,
  newestSeq,
  type OrganizationRow,
  queueView,
  Rows,
  TestSuite,
  type UserRow,
} from '@parley/testing';
import type { z } from 'zod';
import { settingsConfig } from '../src/config.js';
import { SettingsServiceModule } from '../src/settings-service.module.js';

let suite: TestSuite;
let rows: Rows;
let organization: OrganizationRow;
let ann: UserRow;
let bob: UserRow;
let admin: UserRow;
let guest: UserRow;

beforeAll(async () => {
  suite = await TestSuite.open();
  rows = new Rows(suite.database);
  await suite.start('settings', SettingsServiceModule, settingsConfig);
});
afterAll(() => suite.close());
beforeEach(async () => {
  organization = await rows.organization();
  ann = await rows.user(organization);
  bob = await rows.user(organization);
  admin = await rows.user(organization, { role: ROLES.administrator });
  guest = await rows.user(organization, { role: ROLES.guest });
});

async function call<S extends ParamShape, R extends z.ZodRawShape>(
  endpoint: Endpoint<S, R, 'user'>,
  by: UserRow,
  fields: Readonly<Record<string, unknown>>,
  path: Readonly<Record<string, string>> = {},
): Promise<OutputOf<Endpoint<S, R, 'user'>>> {
  return suite.rpc.call(endpoint, decodeParams(endpoint.params, { fields, path }).params, by.caller);
}
const say = (by: UserRow, fields: Readonly<Record<string, unknown>>) => call(setOwnStatus, by, fields);
const sayOf = (by: UserRow, of: { id: number }, fields: Readonly<Record<string, unknown>>) =>
  call(setUserStatus, by, fields, { user_id: String(of.id) });
const statusOf = async (by: UserRow, of: { id: number }) => (await call(getUserStatus, by, {}, { user_id: String(of.id) })).status;

async function msgOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof ApiError) return error.msg;
    throw error;
  }
  throw new Error('the call was not refused');
}

function snapshot(by: UserRow): Promise<ClientState> {
  const options = {
    fetchEventTypes: ['user_status'],
    clientGravatar: false,
    includeSubscribers: 'false' as const,
    slimPresence: false,
    presenceHistoryLimitDays: 14,
    applyMarkdown: true,
    capabilities: {},
  };
  return suite.database.exportSnapshot(
    async ({ snapshotId }) => (await suite.rpc.call(registerParts.settings, { snapshotId, options }, by.caller)).fields,
    10_000,
  );
}

async function eventsDuring(listener: UserRow, work: () => Promise<unknown>) {
  const seq = await newestSeq(suite.database, organization.id);
  const index = await AudienceIndex.read(suite.database, organization.id);
  await work();
  return clientEvents(await loggedEvents(suite.database, organization.id, seq), queueView(listener.id), index);
}

async function hidePeopleFromGuests() {
  const { client } = suite.database;
  const { id } = await client.userGroup.findFirstOrThrow({ where: { organizationId: organization.id, name: 'role:members' } });
  await client.organization.update({ where: { id: organization.id }, data: { settings: { can_access_all_users_group: id } } });
}

const PALM = { emoji_name: 'palm_tree', emoji_code: '1f334', reaction_type: 'unicode_emoji' };

describe('a status', () => {
  it('has a text and an emoji, which change separately, are trimmed, and removed when empty', async () => {
    await say(ann, { status_text: ' on holiday ', emoji_name: 'palm_tree' });
    expect(await statusOf(bob, ann)).toEqual({ status_text: 'on holiday', ...PALM });
    await say(ann, { status_text: '' });
    expect(await statusOf(bob, ann)).toEqual(PALM);
    await say(ann, { emoji_name: '', away: true });
    expect(await statusOf(bob, ann)).toEqual({ away: true });
    await say(ann, { away: false });
    expect(await statusOf(bob, ann)).toEqual({});
  });

  it.each([
    ['nothing', {}, 'Client did not pass any new values.'],
    [
      'an emoji without its name',
      { status_text: 'a', emoji_code: '1f334' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
    [
      'a type without a name',
      { reaction_type: 'unicode_emoji' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
    ['an unknown emoji', { emoji_name: 'no such' }, "Emoji 'no such' does not exist"],
    ['the code of another emoji', { emoji_name: 'palm_tree', emoji_code: '1f389' }, 'Invalid emoji name.'],
    ['an unknown type', { emoji_name: 'palm_tree', reaction_type: 'emoji' }, 'Invalid emoji type.'],
    ['a text that is too long', { status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    ['a null byte', { status_text: 'a\0b' }, 'status_text has invalid format'],
  ])('with %s is refused, and does not change', async (_, fields, msg) => {
    await say(ann, { status_text: 'here' });
    expect(await msgOf(say(ann, fields))).toBe(msg);
    expect(await statusOf(bob, ann)).toEqual({ status_text: 'here' });
  });

  it('can use custom emoji of the organization, but not of others', async () => {
    const data = { name: 'house_parrot', authorId: ann.id, file: 'x.png', organizationId: organization.id };
    const { id } = await suite.database.client.realmEmoji.create({ data });
    await say(ann, { emoji_name: 'house_parrot' });
    expect(await statusOf(bob, ann)).toEqual({ emoji_name: 'house_parrot', emoji_code: String(id), reaction_type: 'realm_emoji' });
    const stranger = await rows.user(await rows.organization());
    expect(await msgOf(say(stranger, { emoji_name: 'house_parrot' }))).toBe("Emoji 'house_parrot' does not exist");
  });

  it('is spelled for stock clients as they know it', async () => {
    await say(ann, { emoji_name: 'zulip' });
    const { status } = await suite.rpc.call(getUserStatus, { user_id: ann.id }, { ...bob.caller, clientName: 'ZulipFlutter' });
    expect(status.reaction_type).toBe('zulip_extra_emoji');
    expect((await statusOf(bob, ann)).reaction_type).toBe('service_extra_emoji');
  });

  it('of others can be changed by administrators only', async () => {
    await sayOf(admin, ann, { status_text: 'set for her' });
    expect(await statusOf(ann, ann)).toEqual({ status_text: 'set for her' });
    expect(await msgOf(sayOf(bob, ann, { status_text: 'no' }))).toBe('Must be an organization administrator');
    const gone = await rows.user(organization, { isActive: false });
    const stranger = await rows.user(await rows.organization());
    for (const target of [gone, stranger, { id: 1_999_999_999 }, { id: 4_000_000_000 }])
      expect(await msgOf(sayOf(admin, target, { status_text: 'no' }))).toBe('No such user');
  });

  it('of unknown and foreign users, and of users that a guest may not see, is refused alike', async () => {
    await say(ann, { status_text: 'here' });
    const stranger = await rows.user(await rows.organization());
    await hidePeopleFromGuests();
    expect(await msgOf(statusOf(bob, stranger))).toBe('No such user');
    expect(await msgOf(statusOf(bob, { id: 1_999_999_999 }))).toBe('No such user');
    expect(await msgOf(statusOf(guest, ann))).toBe('No such user');
  });
});

describe('the event of a status', () => {
  it('contains the changes, and explains the state', async () => {
    await say(ann, { status_text: 'here', emoji_name: 'tada' });
    const before = await snapshot(bob);
    const events = await eventsDuring(bob, async () => {
      await say(ann, { status_text: 'there' });
      await say(ann, { status_text: 'there', emoji_name: '' });
      await say(ann, { status_text: 'there' });
      await say(bob, { away: true });
      await say(ann, { status_text: '' });
    });
    expect(events).toEqual([
      { id: expect.any(Number), type: 'user_status', user_id: ann.id, status_text: 'there' },
      { id: expect.any(Number), type: 'user_status', user_id: ann.id, emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' },
      { id: expect.any(Number), type: 'user_status', user_id: bob.id, away: true },
      { id: expect.any(Number), type: 'user_status', user_id: ann.id, status_text: '' },
    ]);
    expectEventsExplainState({ before, events, after: await snapshot(bob), userId: bob.id });
  });

  it('reaches guests only for users they may see', async () => {
    await hidePeopleFromGuests();
    const channel = await rows.channel(organization);
    await rows.subscription(channel, [ann, guest]);
    const events = await eventsDuring(guest, async () => {
      await say(ann, { status_text: 'seen' });
      await say(bob, { status_text: 'unseen' });
    });
    expect(events.map((event) => event.user_id)).toEqual([ann.id]);
    expect(await snapshot(guest)).toEqual({ user_status: { [ann.id]: { status_text: 'seen' } } });
  });
});
