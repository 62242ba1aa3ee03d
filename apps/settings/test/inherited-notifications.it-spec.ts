import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { personalPropertiesOf } from '@parley/access';
import { type ClientEvent, withInherited } from '@parley/client-events';
import { type ClientCapabilities, ROLES } from '@parley/contracts';
import { inheritedOf } from '@parley/contracts/channels';
import { MAX_INHERITING_IDS, updateSettings, userSettings } from '@parley/contracts/settings';
import { subscriptionsOfUser, userSettingsOf } from '@parley/persistence';
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

/** A client of a user. */
interface Client {
  readonly user: UserRow;
  readonly capabilities: ClientCapabilities;
}
const knowing = (user: UserRow): Client => ({ user, capabilities: { notification_settings_null: true, archived_channels: true } });
const other = (user: UserRow): Client => ({ user, capabilities: { archived_channels: true } });
const withoutArchived = (user: UserRow): Client => ({ user, capabilities: {} });

/** The settings and channels of a registration of this client. The channels service lists them in the same way. */
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

/** The subscription events that each client receives of the change. Also checks that they explain the state. */
async function receivedDuring(clients: readonly Client[], change: () => Promise<unknown>): Promise<ClientEvent[][]> {
  const begun: { client: Client; before: ClientState; mark: LogMark }[] = [];
  for (const client of clients)
    begun.push({ client, before: await registered(client), mark: await suite.stores.mark(client.user.organizationId) });
  await change();
  const received: ClientEvent[][] = [];
  for (const { client, before, mark } of begun) {
    const { user, capabilities } = client;
    const events = await suite.stores.eventsSince(mark, user, { capabilities });
    expectEventsExplainState({ before, events, after: await registered(client), userId: user.id });
    received.push(events.filter(({ type }) => type === 'subscription').map(({ id: _, ...event }) => event));
  }
  return received;
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
    const received = await receivedDuring([knowing(zoe), other(zoe), other(amir)], () => update(zoe, { [setting]: String(value) }));
    expect(received).toEqual([[], [changed(general, property, value), changed(random, property, value)], []]);
  });

  it('can change together with others; each change is sent, and nothing else', async () => {
    const fields = { enable_stream_push_notifications: 'true', wildcard_mentions_notify: 'true', enter_sends: 'true' };
    const [received] = await receivedDuring([other(amir)], () => update(amir, fields));
    expect(received).toEqual([changed(general, 'push_notifications', true)]);
  });

  it('does not change subscriptions with their own value', async () => {
    const own = await suite.rows.channel(organization);
    await suite.rows.subscription(own, [zoe], { desktopNotifications: false, wildcardMentionsNotify: true });
    const fields = {
      enable_stream_desktop_notifications: 'true',
      enable_stream_push_notifications: 'true',
      wildcard_mentions_notify: 'false',
    };
    const [nothing, received] = await receivedDuring([knowing(zoe), other(zoe)], () => update(zoe, fields));
    expect(nothing).toEqual([]);
    expect(received?.filter(({ stream_id }) => stream_id === own.id)).toEqual([changed(own, 'push_notifications', true)]);
  });

  it('sends nothing for channels that the user left', async () => {
    const { client } = suite.stores.database;
    await client.subscription.updateMany({ where: { userId: zoe.id, channelId: random.id }, data: { active: false } });
    const [received] = await receivedDuring([other(zoe)], () => update(zoe, { enable_stream_push_notifications: 'true' }));
    expect(received).toEqual([changed(general, 'push_notifications', true)]);
  });

  it('sends archived channels only to clients that know them', async () => {
    await suite.stores.database.client.channel.update({ where: { id: random.id }, data: { isArchived: true } });
    const received = await receivedDuring([other(zoe), withoutArchived(zoe)], () =>
      update(zoe, { enable_stream_push_notifications: 'true' }),
    );
    const ofGeneral = changed(general, 'push_notifications', true);
    expect(received).toEqual([[ofGeneral, changed(random, 'push_notifications', true)], [ofGeneral]]);
  });

  it('sends no event if nothing changes', async () => {
    await update(zoe, { enable_stream_push_notifications: 'true' });
    expect(await receivedDuring([other(zoe)], () => update(zoe, { enable_stream_push_notifications: 'true' }))).toEqual([[]]);
  });

  it('sends nothing to another organization', async () => {
    const away = await suite.rows.organization();
    const stranger = await suite.rows.user(away, { role: ROLES.owner });
    await suite.rows.subscription(await suite.rows.channel(away), [stranger]);
    const seq = await newestSeq(suite.stores.database, away.id);
    const fields = { enable_stream_push_notifications: 'true' };
    const everyone = { group_ids: [organization.groups['role:everyone']] };
    const [theirs, ours] = await receivedDuring([other(stranger), other(zoe)], () => setFor(everyone, fields));
    expect(theirs).toEqual([]);
    expect(ours).toHaveLength(2);
    expect(await loggedEvents(suite.stores.database, away.id, seq)).toEqual([]);
  });
});

describe('an administrator who sets it for others', () => {
  it('sends each user the changes of their own channels', async () => {
    await update(amir, { enable_stream_email_notifications: 'true' });
    const received = await receivedDuring([other(zoe), other(amir), other(administrator), knowing(zoe)], () =>
      setFor({ user_ids: [zoe.id, amir.id] }, { enable_stream_email_notifications: 'true' }),
    );
    const [ofGeneral, ofRandom] = [general, random].map((channel) => changed(channel, 'email_notifications', true));
    expect(received).toEqual([[ofGeneral, ofRandom], [], [], []]);
  });

  it(`writes events of at most ${MAX_INHERITING_IDS} subscriptions, and sends each once`, async () => {
    const crowd = (await suite.rows.manyUsers(organization, 700)).map((id) => ({ id }));
    for (const channel of [general, random]) await suite.rows.subscription(channel, crowd);
    const seq = await newestSeq(suite.stores.database, organization.id);
    const everyone = { group_ids: [organization.groups['role:everyone']] };
    const [received] = await receivedDuring([other(zoe)], () => setFor(everyone, { enable_stream_audible_notifications: 'true' }));
    expect(received).toEqual([general, random].map((channel) => changed(channel, 'audible_notifications', true)));

    const logged = await loggedEvents(suite.stores.database, organization.id, seq);
    const subscriptions = logged
      .filter(({ type }) => type === 'inherited-notifications.changed')
      .map(({ payload }) => Reflect.get(Object(payload), 'subscriptions') as { channelId: number; userIds: number[] }[]);
    const keys = subscriptions.map((some) => some.flatMap(({ channelId, userIds }) => userIds.map((id) => `${channelId} ${id}`)));
    // In general all 703 users of the organization, in random the 700 added users and zoe.
    expect(keys.map(({ length }) => length)).toEqual([MAX_INHERITING_IDS, 703 + 701 - MAX_INHERITING_IDS]);
    expect(new Set(keys.flat()).size).toBe(703 + 701);
  });
});
