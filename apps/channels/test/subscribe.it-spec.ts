import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { getChannel, getChannelId, SUBSCRIPTION_COLORS } from '@parley/contracts/channels';
import { loggedEvents, newestSeq, type OrganizationRow, statementsDuring, type UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

/** An organization with one user of each kind. */
async function people() {
  const { rows } = channels;
  const organization = await rows.organization();
  const owner = await rows.user(organization, { role: ROLES.owner });
  const administrator = await rows.user(organization, { role: ROLES.administrator });
  const member = await rows.user(organization);
  const other = await rows.user(organization);
  const guest = await rows.user(organization, { role: ROLES.guest });
  return { organization, owner, administrator, member, other, guest };
}

const refusal = (msg: string) => ({ code: 'BAD_REQUEST', status: 400, msg });

async function everythingIn(organization: OrganizationRow) {
  const { client } = channels.suite.database;
  const where = { organizationId: organization.id };
  return {
    channels: await client.channel.findMany({ where, orderBy: { id: 'asc' } }),
    subscriptions: await client.subscription.findMany({ where, orderBy: [{ userId: 'asc' }, { channelId: 'asc' }] }),
    spans: await client.subscriptionSpan.findMany({ where, orderBy: [{ userId: 'asc' }, { channelId: 'asc' }, { afterId: 'asc' }] }),
    groups: await client.userGroup.count({ where }),
    seq: await newestSeq(channels.suite.database, organization.id),
  };
}

describe('subscribing with an API token', () => {
  it('is for the own account, and for others only to channels that it creates', async () => {
    const { member, other } = await people();
    await channels.channel([member], { invite_only: true }, 'secret');
    const caller = { ...member.caller, token: { id: 'of a test', scopes: ['manage_channels'] } };
    const others = { principals: [member.id, other.id] };
    const refused = expect.objectContaining({ code: 'TOKEN_NOT_ALLOWED' });
    await expect(channels.subscribe(caller, ['secret'], others)).rejects.toEqual(refused);
    await expect(channels.subscribe(caller, ['secret', 'another new one'], others)).rejects.toEqual(refused);
    expect((await channels.subscribe(caller, ['secret'], { principals: [member.id] })).already_subscribed).toEqual({
      [member.id]: ['secret'],
    });
    const { subscribed } = await channels.subscribe(caller, ['a new one'], others);
    expect(subscribed).toEqual({ [member.id]: ['a new one'], [other.id]: ['a new one'] });
  });
});

describe('subscribing', () => {
  it('creates a public channel and subscribes its creator after the newest message', async () => {
    const { organization, member } = await people();
    await channels.suite.database.client.organizationCounter.update({
      where: { organizationId: organization.id },
      data: { lastMessageId: 41n },
    });
    const answer = await channels.subscribe(member.caller, ['  Design ']);
    expect(answer).toEqual({ subscribed: { [member.id]: ['Design'] }, already_subscribed: {}, new_subscription_messages_sent: false });

    const { stream_id } = await channels.suite.rpc.call(getChannelId, { stream: 'DESIGN' }, member.caller);
    const { stream } = await channels.suite.rpc.call(getChannel, { stream_id }, member.caller);
    const { groups } = organization;
    expect(stream).toEqual({
      stream_id,
      name: 'Design',
      description: '',
      rendered_description: '',
      date_created: expect.any(Number),
      creator_id: member.id,
      invite_only: false,
      is_web_public: false,
      history_public_to_subscribers: true,
      is_archived: false,
      message_retention_days: null,
      topics_policy: 'inherit',
      folder_id: null,
      first_message_id: null,
      is_recently_active: true,
      stream_weekly_traffic: null,
      subscriber_count: 1,
      is_announcement_only: false,
      stream_post_policy: 1,
      can_add_subscribers_group: groups['role:nobody'],
      can_administer_channel_group: { direct_members: [member.id], direct_subgroups: [] },
      can_create_topic_group: groups['role:everyone'],
      can_delete_any_message_group: groups['role:nobody'],
      can_delete_own_message_group: groups['role:nobody'],
      can_move_messages_out_of_channel_group: groups['role:nobody'],
      can_move_messages_within_channel_group: groups['role:nobody'],
      can_remove_subscribers_group: groups['role:administrators'],
      can_resolve_topics_group: groups['role:nobody'],
      can_send_message_group: groups['role:everyone'],
      can_subscribe_group: groups['role:nobody'],
    });
    const { spans } = await everythingIn(organization);
    expect(spans).toEqual([expect.objectContaining({ userId: member.id, afterId: 41n, untilId: 9_223_372_036_854_775_807n })]);
  });

  it('subscribes others by id and by email, returns existing subscriptions, and logs one event for all', async () => {
    const { organization, member, other, guest } = await people();
    await channels.subscribe(other.caller, ['general']);
    const seq = await newestSeq(channels.suite.database, organization.id);
    const byId = await channels.subscribe(member.caller, ['general', 'news'], { principals: [other.id, member.id] });
    expect(byId.subscribed).toEqual({ [member.id]: ['general', 'news'], [other.id]: ['news'] });
    expect(byId.already_subscribed).toEqual({ [other.id]: ['general'] });
    const types = (await loggedEvents(channels.suite.database, organization.id, seq)).map((event) => event.type);
    expect(types).toEqual(['channel.created', 'subscription.added', 'subscription.added']);

    const byEmail = await channels.subscribe(member.caller, ['general'], { principals: [guest.email.toUpperCase()] });
    expect(byEmail.subscribed).toEqual({ [guest.id]: ['general'] });
    const { client } = channels.suite.database;
    expect(await client.channel.findFirst({ where: { organizationId: organization.id, nameKey: 'general' } })).toMatchObject({
      subscriberCount: 3,
    });
  });

  it('changes nothing and logs no event if already subscribed', async () => {
    const { organization, member } = await people();
    await channels.subscribe(member.caller, ['general']);
    const before = await everythingIn(organization);
    const answer = await channels.subscribe(member.caller, ['General', 'GENERAL']);
    expect(answer).toMatchObject({ subscribed: {}, already_subscribed: { [member.id]: ['general'] } });
    expect(await everythingIn(organization)).toEqual(before);
  });

  it('assigns an unused colour to each new subscription, or uses the requested one', async () => {
    const { organization, member } = await people();
    await channels.subscribe(member.caller, ['a', 'b', 'c']);
    const { subscriptions } = await everythingIn(organization);
    expect(subscriptions.map((subscription) => subscription.color)).toEqual(SUBSCRIPTION_COLORS.slice(0, 3));
  });

  it('again restores the previous properties', async () => {
    const { organization, member } = await people();
    await channels.subscribe(member.caller, ['general']);
    await channels.suite.database.client.subscription.updateMany({
      where: { userId: member.id },
      data: { color: '#123456', isMuted: true, pinToTop: true, pushNotifications: true },
    });
    await channels.unsubscribe(member.caller, ['general']);
    const mark = await channels.mark(organization.id);
    await channels.subscribe(member.caller, ['general']);
    const kept = { color: '#123456', is_muted: true, in_home_view: false, pin_to_top: true, push_notifications: true };
    expect(await channels.registerFields(member.caller)).toMatchObject({ subscriptions: [kept] });
    expect(await channels.eventsSince(mark, member)).toMatchObject([{ op: 'add', subscriptions: [kept] }]);
  });

  it('creates private channels with protected history by default; shared history and web-public channels on request', async () => {
    const { organization, member, owner } = await people();
    await channels.suite.database.client.organization.update({
      where: { id: organization.id },
      data: { settings: { enable_spectator_access: true } },
    });
    await channels.subscribe(member.caller, ['protected'], { invite_only: true });
    await channels.subscribe(member.caller, ['shared'], { invite_only: true, history_public_to_subscribers: true });
    await channels.subscribe(owner.caller, ['open to the web'], { is_web_public: true });
    const kinds = (await everythingIn(organization)).channels.map((channel) => [
      channel.name,
      channel.isPrivate,
      channel.isWebPublic,
      channel.historyPublicToSubscribers,
    ]);
    expect(kinds).toEqual([
      ['protected', true, false, false],
      ['shared', true, false, true],
      ['open to the web', false, true, true],
    ]);
  });

  it('stores the settings of new channels: default, retention, topics policy, and normalized permission groups', async () => {
    const { organization, owner, member, other } = await people();
    const { groups } = organization;
    await channels.subscribe(owner.caller, ['news'], {
      is_default_stream: true,
      message_retention_days: 'unlimited',
      topics_policy: 'disable_empty_topic',
      can_send_message_group: groups['role:moderators'],
      can_add_subscribers_group: { direct_members: [], direct_subgroups: [groups['role:members']] },
      can_remove_subscribers_group: { direct_members: [other.id, member.id, other.id], direct_subgroups: [] },
      can_administer_channel_group: { direct_members: [], direct_subgroups: [] },
    });
    const fields = await channels.registerFields(owner.caller);
    expect(fields).toMatchObject({
      realm_default_streams: [expect.any(Number)],
      streams: [
        {
          message_retention_days: -1,
          topics_policy: 'disable_empty_topic',
          can_send_message_group: groups['role:moderators'],
          stream_post_policy: 4,
          can_add_subscribers_group: groups['role:members'],
          can_remove_subscribers_group: { direct_members: [member.id, other.id], direct_subgroups: [] },
          can_administer_channel_group: groups['role:nobody'],
        },
      ],
    });
  });

  it('ignores settings for channels that exist', async () => {
    const { organization, member, owner } = await people();
    await channels.subscribe(member.caller, ['general']);
    await channels.subscribe(owner.caller, ['general'], { invite_only: true, message_retention_days: 3 });
    expect((await everythingIn(organization)).channels).toEqual([
      expect.objectContaining({ isPrivate: false, messageRetentionDays: null, subscriberCount: 2 }),
    ]);
  });

  it('is allowed for members of can_add_subscribers_group of a private channel, but not for guests', async () => {
    const { organization, member, other } = await people();
    const guest = await channels.rows.user(organization, { role: ROLES.guest });
    const adders = await channels.rows.group(organization, { name: 'adders', members: [member.id, guest.id] });
    await channels.rows.channel(organization, { name: 'secret', isPrivate: true, canAddSubscribersGroup: adders });
    const namesOf = async (user: UserRow) => {
      const { streams } = await channels.registerFields(user.caller);
      return (streams as { name: string }[]).map(({ name }) => name);
    };
    expect(await namesOf(member)).toContain('secret');
    for (const outsider of [other, guest]) {
      expect(await namesOf(outsider)).not.toContain('secret');
      await expect(channels.subscribe(outsider.caller, ['secret'])).rejects.toMatchObject({ status: 400 });
    }
    await channels.subscribe(member.caller, ['secret']);
    expect(await channels.subscriptionNames(member.caller)).toEqual(['secret']);
  });

  it('with authorization_errors_fatal=false subscribes to accessible channels and lists the refused ones', async () => {
    const { organization, member, other } = await people();
    await channels.rows.channel(organization, { name: 'secret', isPrivate: true });
    const answer = await channels.subscribe(member.caller, ['secret', 'open'], {
      authorization_errors_fatal: false,
      principals: [other.id],
    });
    expect(answer).toMatchObject({ subscribed: { [other.id]: ['open'] }, unauthorized: ['secret'] });
  });

  it('is allowed for oneself with a group permission of the private channel', async () => {
    const { organization, member } = await people();
    const inner = await channels.rows.group(organization, { name: 'inner', members: [member.id] });
    const canSubscribeGroup = await channels.rows.group(organization, { subgroups: [inner] });
    await channels.rows.channel(organization, { name: 'secret', isPrivate: true, canSubscribeGroup });
    expect((await channels.subscribe(member.caller, ['secret'])).subscribed).toEqual({ [member.id]: ['secret'] });
  });
});

describe('subscribing: invalid', () => {
  const names: [string, string][] = [
    ['   ', "Channel name can't be empty."],
    ['x'.repeat(61), 'Channel name too long (limit: 60 characters).'],
    ['a\tb', 'Invalid character in channel name, at position 2.'],
  ];
  for (const [name, msg] of names) {
    it(`refuses the name ${JSON.stringify(name.slice(0, 5))}: ${msg}`, async () => {
      const { member } = await people();
      await expect(channels.subscribe(member.caller, ['fine', name])).rejects.toMatchObject(refusal(msg));
    });
  }

  it('refuses unknown, deactivated and foreign principals, with the same text for foreign and unknown ones', async () => {
    const { organization, member } = await people();
    const stranger = (await people()).member;
    const gone = await channels.rows.user(organization, { isActive: false });
    for (const principals of [[stranger.id], [999_999_999], [stranger.email]]) {
      await expect(channels.subscribe(member.caller, ['x'], { principals })).rejects.toMatchObject(refusal('No such user'));
    }
    await expect(channels.subscribe(member.caller, ['x'], { principals: [gone.id] })).rejects.toMatchObject(refusal('User is deactivated'));
  });

  const combinations: [Record<string, unknown>, string][] = [
    [{ invite_only: true, is_web_public: true }, 'Invalid parameters'],
    [{ invite_only: true, is_default_stream: true }, 'A default channel cannot be private.'],
    [{ is_web_public: true }, 'Web-public channels are not enabled.'],
    [{ can_subscribe_group: 999_999_999 }, 'Invalid user group'],
    [{ can_subscribe_group: { direct_members: [], direct_subgroups: [999_999_998] } }, 'Invalid user group ID: 999999998'],
    [{ can_subscribe_group: { direct_members: [999_999_999], direct_subgroups: [] } }, 'Invalid user ID: 999999999'],
  ];
  for (const [fields, msg] of combinations) {
    it(`refuses ${JSON.stringify(fields)}: ${msg}`, async () => {
      const { owner } = await people();
      await expect(channels.subscribe(owner.caller, ['new'], fields)).rejects.toMatchObject(refusal(msg));
    });
  }

  it('refuses system groups that a setting does not allow, and restricted topic creation with protected history', async () => {
    const { organization, owner } = await people();
    const { groups } = organization;
    await expect(channels.subscribe(owner.caller, ['new'], { can_subscribe_group: groups['role:everyone'] })).rejects.toMatchObject(
      refusal("'can_subscribe_group' setting cannot be set to 'role:everyone' group."),
    );
    await expect(channels.subscribe(owner.caller, ['new'], { can_send_message_group: groups['role:internet'] })).rejects.toMatchObject(
      refusal("'can_send_message_group' setting cannot be set to 'role:internet' group."),
    );
    await expect(
      channels.subscribe(owner.caller, ['new'], { invite_only: true, can_create_topic_group: groups['role:members'] }),
    ).rejects.toMatchObject(refusal('Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group'));
  });
});

describe('subscribing: forbidden', () => {
  it('guests cannot subscribe', async () => {
    const { member, guest } = await people();
    await channels.subscribe(member.caller, ['general']);
    await expect(channels.subscribe(guest.caller, ['general'])).rejects.toMatchObject(refusal('Not allowed for guest users'));
  });

  it('private channels that the caller cannot read, also for administrators, and archived channels', async () => {
    const { organization, administrator, member } = await people();
    await channels.rows.channel(organization, { name: 'secret', isPrivate: true });
    await channels.rows.channel(organization, { name: 'over', isArchived: true });
    for (const { caller } of [administrator, member]) {
      await expect(channels.subscribe(caller, ['secret'])).rejects.toMatchObject(refusal('Unable to access channel (secret).'));
    }
    await expect(channels.subscribe(member.caller, ['over'])).rejects.toMatchObject(refusal('Unable to access channel (over).'));
  });

  it('missing permissions: creating, adding others, default channels, retention, topics policy', async () => {
    const { organization, owner, administrator, member, other } = await people();
    const administrators = organization.groups['role:administrators'];
    await channels.subscribe(owner.caller, ['general']);
    await channels.suite.database.client.organization.update({
      where: { id: organization.id },
      data: { settings: { can_create_public_channel_group: administrators, can_add_subscribers_group: administrators } },
    });
    const insufficient = refusal('Insufficient permission');
    await expect(channels.subscribe(member.caller, ['new'])).rejects.toMatchObject(insufficient);
    await expect(channels.subscribe(member.caller, ['general'], { principals: [other.id] })).rejects.toMatchObject(insufficient);
    await expect(channels.subscribe(member.caller, ['new'], { invite_only: true, message_retention_days: 5 })).rejects.toMatchObject(
      insufficient,
    );
    await expect(channels.subscribe(administrator.caller, ['new'], { message_retention_days: 5 })).rejects.toMatchObject(insufficient);
    await expect(channels.subscribe(administrator.caller, ['new'], { is_default_stream: true })).resolves.toBeDefined();
  });
});

describe('subscribing: other organization', () => {
  it('a name of another organization creates a separate channel', async () => {
    const ours = await people();
    const theirs = await people();
    await channels.subscribe(theirs.member.caller, ['general']);
    const before = await everythingIn(theirs.organization);
    await channels.subscribe(ours.member.caller, ['general']);
    expect((await everythingIn(ours.organization)).channels).toHaveLength(1);
    expect(await everythingIn(theirs.organization)).toEqual(before);
  });

  it('groups of another organization cannot be used in permissions', async () => {
    const ours = await people();
    const theirs = await people();
    const can_send_message_group = theirs.organization.groups['role:members'];
    await expect(channels.subscribe(ours.member.caller, ['new'], { can_send_message_group })).rejects.toMatchObject(
      refusal('Invalid user group'),
    );
  });
});

describe('subscribing: conflict and rollback', () => {
  it('two concurrent creations of a channel result in one channel', async () => {
    const { organization, member, other } = await people();
    await Promise.all([channels.subscribe(member.caller, ['Race']), channels.subscribe(other.caller, ['race'])]);
    const stored = await everythingIn(organization);
    expect(stored.channels).toEqual([expect.objectContaining({ subscriberCount: 2 })]);
    expect(stored.subscriptions).toHaveLength(2);
  });

  it('if one of several channels is refused, nothing changes', async () => {
    const { organization, member } = await people();
    await channels.rows.channel(organization, { name: 'secret', isPrivate: true });
    const before = await everythingIn(organization);
    await expect(channels.subscribe(member.caller, ['new', 'secret'])).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const refused = { invite_only: true, can_create_topic_group: { direct_members: [member.id], direct_subgroups: [] } };
    await expect(channels.subscribe(member.caller, ['new'], refused)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await everythingIn(organization)).toEqual(before);
  });
});

describe('subscribing: cost', () => {
  it('takes the same number of statements for 1 and for 1,000 users', async () => {
    const { organization, member } = await people();
    const many = await channels.rows.manyUsers(organization, 1_000);
    const names = ['one', 'two', 'three'];
    await channels.subscribe(member.caller, names);
    const first = await channels.rows.user(organization);
    const subscribe = (principals: readonly number[]) =>
      statementsDuring(() => channels.subscribe(member.caller, names, { principals, send_new_subscription_messages: false }));
    const forOne = await subscribe([first.id]);
    const forMany = await subscribe(many);
    expect(forMany).toHaveLength(forOne.length);
    expect(forOne.length).toBeGreaterThan(5);
  });
});
