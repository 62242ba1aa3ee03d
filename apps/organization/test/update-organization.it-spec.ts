import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAN_OUTS } from '@parley/client-events';
import { ROLES } from '@parley/contracts';
import { ORGANIZATION_PERMISSION_NAMES, ORGANIZATION_PERMISSIONS, updateOrganization } from '@parley/contracts/organization';
import { loggedEvents, newestSeq } from '@parley/testing';
import { ConfigurationSuite, type People } from './configuration-suite.js';

let configuration: ConfigurationSuite;
beforeAll(async () => {
  configuration = await ConfigurationSuite.open();
});
afterAll(() => configuration.close());

const change = (who: People['owner'], fields: Readonly<Record<string, unknown>>) => configuration.call(updateOrganization, who, fields);
const refusal = (who: People['owner'], fields: Readonly<Record<string, unknown>>) => configuration.refusal(updateOrganization, who, fields);

describe('configuring an organization', () => {
  it('returns what changed, and sends it to everyone', async () => {
    const people = await configuration.people();
    const received = await configuration.explained(people, ['realm'], async () => {
      const answer = await change(people.administrator, {
        name: ' New name ',
        digest_weekday: '6',
        message_content_edit_limit_seconds: 'unlimited',
        enable_read_receipts: 'true',
      });
      expect(answer).toEqual({ name: 'New name', digest_weekday: 6, message_content_edit_limit_seconds: null });
    });
    expect(received(people.guest)).toEqual([
      { type: 'realm', op: 'update', property: 'name', value: 'New name' },
      { type: 'realm', op: 'update', property: 'digest_weekday', value: 6 },
      { type: 'realm', op: 'update_dict', property: 'default', data: { message_content_edit_limit_seconds: null } },
    ]);
  });

  it('also sends the deprecated fields that older clients read', async () => {
    const people = await configuration.people();
    const groups = people.organization.groups;
    const received = await configuration.explained(people, ['realm'], () =>
      change(people.owner, {
        topics_policy: 'disable_empty_topic',
        can_mention_many_users_group: JSON.stringify({ new: groups['role:moderators'], old: groups['role:administrators'] }),
        jitsi_server_url: 'https://meet.example.com',
        gif_rating_policy: '3',
      }),
    );
    expect(received(people.member)).toEqual([
      { type: 'realm', op: 'update', property: 'topics_policy', value: 'disable_empty_topic' },
      { type: 'realm', op: 'update', property: 'jitsi_server_url', value: 'https://meet.example.com' },
      { type: 'realm', op: 'update', property: 'giphy_rating', value: 3 },
      {
        type: 'realm',
        op: 'update_dict',
        property: 'default',
        data: {
          can_mention_many_users_group: groups['role:moderators'],
          mandatory_topics: true,
          wildcard_mention_policy: 7,
          gif_rating_policy: 3,
        },
      },
    ]);
  });

  it('sends no event if nothing changes', async () => {
    const people = await configuration.people();
    const groups = people.organization.groups;
    const received = await configuration.explained(people, ['realm'], async () => {
      expect(
        await change(people.owner, {
          description: '',
          message_retention_days: 'unlimited',
          authentication_methods: '{"Email":true}',
          can_create_groups: JSON.stringify({ new: { direct_members: [], direct_subgroups: [groups['role:members']] } }),
        }),
      ).toEqual({});
    });
    expect(received(people.member)).toEqual([]);
  });

  it('can be undone', async () => {
    const people = await configuration.people();
    const groups = people.organization.groups;
    const before = await configuration.register(people.member, ['realm']);
    const give = (permission: number | object) => ({ can_create_groups: JSON.stringify({ new: permission }), org_type: '10' });
    await change(people.owner, give({ direct_members: [people.member.id], direct_subgroups: [groups['role:moderators']] }));
    const given = await configuration.register(people.member, ['realm']);
    expect(given.realm_can_create_groups).toEqual({ direct_members: [people.member.id], direct_subgroups: [groups['role:moderators']] });
    await change(people.owner, { ...give(groups['role:members']), org_type: '0' });
    expect(await configuration.register(people.member, ['realm'])).toEqual(before);
  });
});

describe('consequences of a setting', () => {
  it('the waiting period decides who is a full member', async () => {
    const people = await configuration.people();
    const received = await configuration.explained(people, ['realm', 'realm_user_groups'], () =>
      change(people.owner, { waiting_period_threshold: '30' }),
    );
    const group_id = people.organization.groups['role:fullmembers'];
    const user_ids = [people.member.id];
    expect(received(people.guest)).toContainEqual({ type: 'user_group', op: 'remove_members', group_id, user_ids });
    const healed = await configuration.explained(people, ['realm', 'realm_user_groups'], () =>
      change(people.owner, { waiting_period_threshold: '0' }),
    );
    expect(healed(people.guest)).toContainEqual({ type: 'user_group', op: 'add_members', group_id, user_ids });
  });

  describe('of the users that guests may see', () => {
    const limit = (people: People, group: 'role:members' | 'role:everyone') =>
      change(people.owner, { can_access_all_users_group: JSON.stringify({ new: people.organization.groups[group] }) });

    it('guests lose and gain exactly the users with whom they share nothing, and others nothing', async () => {
      const people = await configuration.people();
      const { rows } = configuration;
      const channel = await rows.channel(people.organization, {});
      await rows.subscription(channel, [people.guest, people.member]);
      const gone = await rows.user(people.organization, { isActive: false });
      const strangers = [people.owner.id, people.administrator.id, gone.id];
      for (const ways of [{}, { user_list_incomplete: true }]) {
        const hidden = await configuration.explained(people, ['realm', 'realm_user'], () => limit(people, 'role:members'), ways);
        const removed = hidden(people.guest).filter(({ op }) => op === 'remove');
        expect(removed.map(({ person }) => Object(person).user_id)).toEqual(strangers);
        expect(hidden(people.member).filter(({ type }) => type !== 'realm')).toEqual([]);
        const revealed = await configuration.explained(people, ['realm', 'realm_user'], () => limit(people, 'role:everyone'), ways);
        const added = revealed(people.guest).filter(({ op }) => op === 'add');
        expect(added.map(({ person }) => Object(person).user_id)).toEqual(strangers);
        expect(revealed(people.administrator).filter(({ type }) => type !== 'realm')).toEqual([]);
      }
    });

    it('queues of guests end if there are too many guests and users', async () => {
      const people = await configuration.people();
      const { id: organizationId } = people.organization;
      const guests = Array.from({ length: 150 }, (_, n) => {
        const email = `many${n}@demo.example`;
        return { organizationId, deliveryEmail: email, apiEmail: email, fullName: `Many ${n}`, role: ROLES.guest };
      });
      await configuration.database.client.userAccount.createMany({ data: guests });
      const seq = await newestSeq(configuration.database, organizationId);
      await limit(people, 'role:members');
      const logged = await loggedEvents(configuration.database, organizationId, seq);
      const ended = logged.flatMap(({ type, payload }) => FAN_OUTS.get(type)?.indexChanges(payload) ?? []);
      expect(ended).toEqual([{ kind: 'end-queues', userIds: expect.arrayContaining([people.guest.id]) }]);
      expect(logged.map(({ type }) => type)).toEqual(['guest-access.changed', 'organization.updated']);
    });
  });
});

describe('a setting is refused', () => {
  it.each([
    ['name', '', 'name cannot be blank'],
    ['name', '  ', 'name cannot be blank'],
    ['name', 'x'.repeat(41), 'name is too long (limit: 40 characters)'],
    ['name', 'a\0b', 'name has invalid format'],
    ['digest_weekday', '7', 'digest_weekday is too large'],
    ['digest_weekday', '"1"', 'digest_weekday is not an integer'],
    ['digest_weekday', '', 'digest_weekday is not valid JSON'],
    ['invite_required', 'yes', 'invite_required is not valid JSON'],
    ['invite_required', '1', 'invite_required is not a boolean'],
    ['topics_policy', 'whatever', 'Invalid topics_policy'],
    ['org_type', '11', 'Invalid org_type'],
    ['video_chat_provider', '3', 'Invalid video_chat_provider'],
    ['waiting_period_threshold', '-1', 'waiting_period_threshold is too small'],
    ['waiting_period_threshold', '9007199254740991', 'waiting_period_threshold is too large'],
    ['message_content_edit_limit_seconds', '0', 'message_content_edit_limit_seconds is too small'],
    ['message_content_edit_limit_seconds', 'forever', 'message_content_edit_limit_seconds is not an allowed_type'],
    ['message_retention_days', '0', 'message_retention_days is too small'],
    ['jitsi_server_url', 'javascript:alert(1)', 'jitsi_server_url has invalid format'],
    ['default_code_block_language', 'x\ud800', 'default_code_block_language has invalid format'],
    ['signup_announcements_stream_id', '1999999999', 'Invalid channel ID'],
    ['signup_announcements_stream_id', '9007199254740991', 'Invalid channel ID'],
    ['signup_announcements_stream_id', '-2', 'signup_announcements_stream_id is too small'],
    ['authentication_methods', '{"Telepathy":true}', 'Invalid authentication method: Telepathy. Valid methods are: Email'],
    ['authentication_methods', '{"Email":false}', 'At least one authentication method must be enabled.'],
    ['authentication_methods', '[]', 'authentication_methods is not a dict'],
    ['can_create_groups', '{"new":9007199254740991}', 'Invalid user group'],
    ['can_create_groups', '{"new":{"direct_members":[],"direct_subgroups":[1999999999]}}', 'Invalid user group ID: 1999999999'],
    ['can_create_groups', '{"new":{"direct_members":[9007199254740991],"direct_subgroups":[]}}', 'Invalid user ID: 9007199254740991'],
    ['can_create_groups', '7', 'can_create_groups is not a dict'],
    ['can_create_groups', '{"new":7,"old":8}', "'old' value does not match the expected value."],
  ])('%s = %j: %s', async (name, value, msg) => {
    const { owner } = await configuration.people();
    expect(await refusal(owner, { name: 'a good name', [name]: value })).toBe(msg);
  });

  it.each([
    ['description', 1000],
    ['welcome_message_custom_text', 8000],
  ])('%s longer than %i code points', async (name, limit) => {
    const { owner } = await configuration.people();
    expect(await change(owner, { [name]: '𝒳'.repeat(limit) })).toEqual({ [name]: '𝒳'.repeat(limit) });
    expect(await refusal(owner, { [name]: '𝒳'.repeat(limit + 1) })).toBe(`${name} is too long (limit: ${limit} characters)`);
  });

  it.each(ORGANIZATION_PERMISSION_NAMES)('%s refuses the groups that it does not allow', async (name) => {
    const { owner, organization } = await configuration.people();
    const { onlySystemGroups, everyoneAllowed, nobodyAllowed } = ORGANIZATION_PERMISSIONS[name];
    const own = await configuration.rows.group(organization, { name: 'a group' });
    const give = (group: number) => refusal(owner, { [name]: JSON.stringify({ new: group }) });
    const not = (group: string) => `'${name}' setting cannot be set to '${group}' group.`;
    expect(await give(organization.groups['role:internet'])).toBe(not('role:internet'));
    if (!everyoneAllowed) expect(await give(organization.groups['role:everyone'])).toBe(not('role:everyone'));
    if (!nobodyAllowed) expect(await give(organization.groups['role:nobody'])).toBe(not('role:nobody'));
    if (onlySystemGroups !== null) expect(await give(own)).toBe(`'${name}' must be a system user group.`);
  });

  it('for users who may not configure the organization', async () => {
    const { administrator, member, guest } = await configuration.people();
    expect(await refusal(administrator, { name: 'x', invite_required: 'false' })).toBe('Must be an organization owner');
    for (const who of [member, guest]) expect(await refusal(who, { name: 'x' })).toBe('Must be an organization administrator');
  });

  it('if it names a channel or group of another organization', async () => {
    const [home, away] = [await configuration.people(), await configuration.people()];
    const channel = await configuration.rows.channel(away.organization);
    const group = await configuration.rows.group(away.organization, { name: 'a group' });
    expect(await refusal(home.owner, { signup_announcements_stream_id: String(channel.id) })).toBe('Invalid channel ID');
    expect(await refusal(home.owner, { can_create_groups: JSON.stringify({ new: group }) })).toBe('Invalid user group');
    const anonymous = { direct_members: [away.member.id], direct_subgroups: [] };
    expect(await refusal(home.owner, { can_create_groups: JSON.stringify({ new: anonymous }) })).toBe(`Invalid user ID: ${away.member.id}`);
  });
});
