import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type ClientCapabilities,
  type ClientEvent,
  inheritedOf,
  MAX_INHERITING_IDS,
  ROLES,
  updateSettings,
  userSettings,
  withInherited,
} from '@parley/contracts';
import { personalPropertiesOf, subscriptionsOfUser, userSettingsOf } from '@parley/persistence';
import {
  type ChannelRow,
  type ClientState,
  expectEventsExplainState,
  type LogMark,
  loggedEvents,
  newestSeq,
  type OrganizationRow,
  type UserRow,
} from '@parley/testing';
import { SettingsSuite } from './settings-suite.js';

let suite: SettingsSuite;
let organization: OrganizationRow;
let zoe: UserRow;
let amir: UserRow;
let administrator: UserRow;
let general: ChannelRow;
let random: ChannelRow;

beforeAll(async () => {
  suite = await SettingsSuite.open();
});
afterAll(() => suite.close());
beforeEach(async () => {
  ({ organization, zoe, amir, administrator } = await suite.people());
  general = await suite.rows.channel(organization);
  random = await suite.rows.channel(organization);
  await suite.rows.subscription(general, [zoe, amir, administrator]);
  await suite.rows.subscription(random, [zoe]);
});

type Fields = Readonly<Record<string, unknown>>;
const update = (user: UserRow, fields: Fields) => suite.call(updateSettings, user.caller, fields);
const setFor = (target: Fields, fields: Fields) => update(administrator, { target_users: JSON.stringify(target), ...fields });

/** One of somebody's clients. */
interface Client {
  readonly user: UserRow;
  readonly capabilities: ClientCapabilities;
}
const knowing = (user: UserRow): Client => ({ user, capabilities: { notification_settings_null: true, archived_channels: true } });
const other = (user: UserRow): Client => ({ user, capabilities: { archived_channels: true } });
const withoutArchived = (user: UserRow): Client => ({ user, capabilities: {} });

/** What the client is told of settings and of its channels, now. The channels service lists them in the same way. */
async function registered({ user, capabilities }: Client): Promise<ClientState> {
  const { client } = suite.stores.database;
  const inherited = inheritedOf((await userSettingsOf(client, user.organizationId, user.id)) ?? userSettings({}));
  const shown = await client.channel.findMany({
    where: { organizationId: user.organizationId, ...(capabilities.archived_channels === true ? {} : { isArchived: false }) },
  });
  const subscriptions = (await subscriptionsOfUser(client, user.organizationId, user.id))
    .filter(({ active, channelId }) => active && shown.some(({ id }) => id === channelId))
    .map((subscription) => {
      const chosen = personalPropertiesOf(subscription);
      const personal = capabilities.notification_settings_null === true ? chosen : withInherited(chosen, inherited);
      return { stream_id: subscription.channelId, ...personal };
    });
  return { ...(await suite.register(user.caller)), subscriptions };
}

/** What each of the clients reads of the change, held against what it is told before and after. Of its subscriptions only, in the end. */
async function told(clients: readonly Client[], change: () => Promise<unknown>): Promise<ClientEvent[][]> {
  const begun: { client: Client; before: ClientState; mark: LogMark }[] = [];
  for (const client of clients)
    begun.push({ client, before: await registered(client), mark: await suite.stores.mark(client.user.organizationId) });
  await change();
  const heard: ClientEvent[][] = [];
  for (const { client, before, mark } of begun) {
    const { user, capabilities } = client;
    const events = await suite.stores.eventsSince(mark, user, { capabilities });
    expectEventsExplainState({ before, events, after: await registered(client), userId: user.id });
    heard.push(events.filter(({ type }) => type === 'subscription').map(({ id: _, ...event }) => event));
  }
  return heard;
}

const changed = ({ id }: ChannelRow, property: string, value: boolean) => ({
  type: 'subscription',
  op: 'update',
  stream_id: id,
  property,
  value,
});

describe('a setting that subscriptions inherit', () => {
  it.each([
    ['enable_stream_desktop_notifications', 'desktop_notifications', true],
    ['enable_stream_audible_notifications', 'audible_notifications', true],
    ['enable_stream_push_notifications', 'push_notifications', true],
    ['enable_stream_email_notifications', 'email_notifications', true],
    ['wildcard_mentions_notify', 'wildcard_mentions_notify', false],
  ])('%s: a client that does not know null reads %s of each channel', async (setting, property, value) => {
    const heard = await told([knowing(zoe), other(zoe), other(amir)], () => update(zoe, { [setting]: String(value) }));
    expect(heard).toEqual([[], [changed(general, property, value), changed(random, property, value)], []]);
  });

  it('changes with others: each is told, and none that did not change', async () => {
    const fields = { enable_stream_push_notifications: 'true', wildcard_mentions_notify: 'true', enter_sends: 'true' };
    const [heard] = await told([other(amir)], () => update(amir, fields));
    expect(heard).toEqual([changed(general, 'push_notifications', true)]);
  });

  it('leaves subscriptions with a value of their own as they are', async () => {
    const own = await suite.rows.channel(organization);
    await suite.rows.subscription(own, [zoe], { desktopNotifications: false, wildcardMentionsNotify: true });
    const fields = {
      enable_stream_desktop_notifications: 'true',
      enable_stream_push_notifications: 'true',
      wildcard_mentions_notify: 'false',
    };
    const [nothing, heard] = await told([knowing(zoe), other(zoe)], () => update(zoe, fields));
    expect(nothing).toEqual([]);
    expect(heard?.filter(({ stream_id }) => stream_id === own.id)).toEqual([changed(own, 'push_notifications', true)]);
  });

  it('says nothing of channels that one left', async () => {
    const { client } = suite.stores.database;
    await client.subscription.updateMany({ where: { userId: zoe.id, channelId: random.id }, data: { active: false } });
    const [heard] = await told([other(zoe)], () => update(zoe, { enable_stream_push_notifications: 'true' }));
    expect(heard).toEqual([changed(general, 'push_notifications', true)]);
  });

  it('says something of an archived channel to who is told of such ones only', async () => {
    await suite.stores.database.client.channel.update({ where: { id: random.id }, data: { isArchived: true } });
    const heard = await told([other(zoe), withoutArchived(zoe)], () => update(zoe, { enable_stream_push_notifications: 'true' }));
    const ofGeneral = changed(general, 'push_notifications', true);
    expect(heard).toEqual([[ofGeneral, changed(random, 'push_notifications', true)], [ofGeneral]]);
  });

  it('that is so already is told to nobody', async () => {
    await update(zoe, { enable_stream_push_notifications: 'true' });
    expect(await told([other(zoe)], () => update(zoe, { enable_stream_push_notifications: 'true' }))).toEqual([[]]);
  });

  it('is nothing that another organization hears of', async () => {
    const away = await suite.rows.organization();
    const stranger = await suite.rows.user(away, { role: ROLES.owner });
    await suite.rows.subscription(await suite.rows.channel(away), [stranger]);
    const seq = await newestSeq(suite.stores.database, away.id);
    const fields = { enable_stream_push_notifications: 'true' };
    const everybody = { group_ids: [organization.groups['role:everyone']] };
    const [theirs, ours] = await told([other(stranger), other(zoe)], () => setFor(everybody, fields));
    expect(theirs).toEqual([]);
    expect(ours).toHaveLength(2);
    expect(await loggedEvents(suite.stores.database, away.id, seq)).toEqual([]);
  });
});

describe('an administrator who sets it for others', () => {
  it('has each told of his own channels, where it changes for him', async () => {
    await update(amir, { enable_stream_email_notifications: 'true' });
    const heard = await told([other(zoe), other(amir), other(administrator), knowing(zoe)], () =>
      setFor({ user_ids: [zoe.id, amir.id] }, { enable_stream_email_notifications: 'true' }),
    );
    const [ofGeneral, ofRandom] = [general, random].map((channel) => changed(channel, 'email_notifications', true));
    expect(heard).toEqual([[ofGeneral, ofRandom], [], [], []]);
  });

  it(`writes events of at most ${MAX_INHERITING_IDS} subscriptions, and tells each once`, async () => {
    const crowd = (await suite.rows.manyUsers(organization, 700)).map((id) => ({ id }));
    for (const channel of [general, random]) await suite.rows.subscription(channel, crowd);
    const seq = await newestSeq(suite.stores.database, organization.id);
    const everybody = { group_ids: [organization.groups['role:everyone']] };
    const [heard] = await told([other(zoe)], () => setFor(everybody, { enable_stream_audible_notifications: 'true' }));
    expect(heard).toEqual([general, random].map((channel) => changed(channel, 'audible_notifications', true)));

    const logged = await loggedEvents(suite.stores.database, organization.id, seq);
    const subscriptions = logged
      .filter(({ type }) => type === 'inherited-notifications.changed')
      .map(({ payload }) => Reflect.get(Object(payload), 'subscriptions') as { channelId: number; userIds: number[] }[]);
    const keys = subscriptions.map((some) => some.flatMap(({ channelId, userIds }) => userIds.map((id) => `${channelId} ${id}`)));
    // In general all 703 of the organization, in random the crowd and zoe.
    expect(keys.map(({ length }) => length)).toEqual([MAX_INHERITING_IDS, 703 + 701 - MAX_INHERITING_IDS]);
    expect(new Set(keys.flat()).size).toBe(703 + 701);
  });
});
