import { expect } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import {
  addRealmEmoji,
  createLinkifier,
  createProfileField,
  createUserGroup,
  deactivateRealmEmoji,
  deactivateUser,
  deactivateUserGroup,
  deleteLinkifier,
  deleteProfileField,
  reactivateUser,
  updateUserGroup,
} from '@parley/contracts/organization';
import { reportPresence, updateSettings } from '@parley/contracts/settings';
import { GREEN_PIXEL } from '../../client/green-pixel.js';
import { Listener } from '../../client/listener.js';
import { type ClientRun, sideBySide } from '../../client/side-by-side.js';
import { ids, ofType, type Proofs } from './two-clients.js';

export const OF_PEOPLE_AND_SETTINGS = {
  include_deactivated_groups: async (clients) => {
    const { world, member } = clients;
    const make = async () =>
      (await member.ok(createUserGroup, { name: world.fresh('group'), description: '', members: [world.member.user_id] })).group_id;
    const [gone, going] = [await make(), await make()];
    await member.ok(deactivateUserGroup, { user_group_id: gone });
    const [knowing, other] = await clients.withAndWithout('include_deactivated_groups', ['user_group', 'realm_user_groups'], async () => {
      await member.ok(deactivateUserGroup, { user_group_id: going });
      await member.ok(updateUserGroup, { user_group_id: going, deactivated: false });
    });
    expect(ids(knowing.before.realm_user_groups, 'id')).toContain(gone);
    expect(ids(other.before.realm_user_groups, 'id')).not.toContain(gone);
    const ofGroup = (observed: ClientRun) =>
      ofType(observed, 'user_group').filter(({ group_id, group }) => (group_id ?? Reflect.get(group ?? {}, 'id')) === going);
    expect(ofGroup(knowing)).toMatchObject([
      { op: 'update', data: { deactivated: true } },
      { op: 'update', data: { deactivated: false } },
    ]);
    expect(ofGroup(other)).toMatchObject([{ op: 'remove' }, { op: 'add', group: { members: [world.member.user_id] } }]);
  },

  individual_emoji_changes: async (clients) => {
    const { world, member } = clients;
    const emoji_name = world.fresh('emoji').replaceAll(/[^a-z0-9]/g, '');
    const [knowing, other] = await clients.withAndWithout('individual_emoji_changes', ['realm_emoji'], async () => {
      await member.upload(addRealmEmoji, [{ name: 'a.png', content: GREEN_PIXEL }], { emoji_name });
      await member.ok(deactivateRealmEmoji, { emoji_name });
    });
    const named = (all: unknown) =>
      Object.values(all as Record<string, { id: string; name: string }>).find(({ name }) => name === emoji_name);
    const { id = '' } = named(knowing.after.realm_emoji) ?? {};
    expect(ofType(knowing, 'realm_emoji').filter((event) => [event.emoji_id, Object(event.emoji).id].includes(id))).toMatchObject([
      { op: 'add', emoji: { name: emoji_name } },
      { op: 'update_one', data: { deactivated: true } },
    ]);
    const whole = ofType(other, 'realm_emoji');
    expect(new Set(whole.map(({ op }) => op))).toEqual(new Set(['update']));
    expect(whole.map((event) => named(event.realm_emoji))).toContainEqual(expect.objectContaining({ id, deactivated: false }));
    for (const observed of [knowing, other]) clients.expectExplained(observed, ['realm_emoji']);
  },

  linkifier_url_template: async (clients) => {
    const { world, administrator } = clients;
    const prefix = world.fresh('C').replaceAll(/[^A-Za-z0-9]/g, '');
    const make = (suffix: string) =>
      administrator.ok(createLinkifier, { pattern: `${prefix}${suffix}-(?P<id>[0-9]+)`, url_template: 'https://example.com/{id}' });
    const first = await make('a');
    const made: { id: number }[] = [];
    const [knowing, other] = await clients.withAndWithout('linkifier_url_template', ['realm_linkifiers'], async () =>
      made.push(await make('b')),
    );
    expect(ids(knowing.before.realm_linkifiers, 'id')).toContain(first.id);
    expect(ids(ofType(knowing, 'realm_linkifiers').at(-1)?.realm_linkifiers, 'id')).toContain(made[0]?.id);
    expect([other.before.realm_linkifiers, ofType(other, 'realm_linkifiers')]).toEqual([[], []]);
    for (const { id } of [first, ...made]) await administrator.ok(deleteLinkifier, { filter_id: id });
  },

  pronouns_field_type_supported: async (clients) => {
    const { world, administrator } = clients;
    const make = async () => (await administrator.ok(createProfileField, { name: world.fresh('p').slice(-38), field_type: 8 })).id;
    const first = await make();
    const made: number[] = [];
    const [knowing, other] = await clients.withAndWithout('pronouns_field_type_supported', ['custom_profile_fields'], async () =>
      made.push(await make()),
    );
    const typesOf = (fields: unknown, id: number | undefined) =>
      (fields as { id: number; type: number }[]).filter((field) => field.id === id).map(({ type }) => type);
    for (const [observed, type] of [
      [knowing, 8],
      [other, 1],
    ] as const) {
      expect(typesOf(observed.before.custom_profile_fields, first)).toEqual([type]);
      expect(typesOf(ofType(observed, 'custom_profile_fields').at(-1)?.fields, made[0])).toEqual([type]);
    }
    for (const field_id of [first, ...made]) await administrator.ok(deleteProfileField, { field_id });
  },

  simplified_presence_events: async (clients) => {
    const { world, person, me } = clients;
    const [seen, coming] = [await world.newcomer('Pres Ent'), await world.newcomer('Com Ing')];
    await world.as(seen).ok(reportPresence, { status: 'active' });
    const ways = [true, false].map((declared) => ({ client_capabilities: { simplified_presence_events: declared } }));
    const [knowing, other] = await sideBySide(
      world,
      person,
      ways.map((way) => ({ ...way, fetch_event_types: ['presence'] })),
    );
    const times = { active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) };
    expect(Object(knowing?.before.presences)[seen.user_id]).toEqual(times);
    const website = { client: 'website', status: 'active', timestamp: expect.any(Number), pushable: false };
    expect(Object(other?.before.presences)[seen.email]).toMatchObject({ website });
    const listeners = [];
    for (const way of ways) listeners.push(await Listener.begin(me, ['presence'], way));
    await world.as(coming).ok(reportPresence, { status: 'active' });
    const isMeant = (event: ClientEvent) => event.user_id === coming.user_id || coming.user_id in Object(event.presences);
    const [modern, legacy] = await Promise.all(listeners.map((listener) => listener.hearUntil(isMeant)));
    expect(modern).toEqual({ type: 'presence', presences: { [coming.user_id]: times } });
    expect(legacy).toEqual({
      type: 'presence',
      user_id: coming.user_id,
      email: coming.email,
      server_timestamp: expect.any(Number),
      presence: { website },
    });
  },

  user_avatar_url_field_optional: async (clients) => {
    const { world, administrator } = clients;
    const [gone, back] = [await world.newcomer('Gone For Good'), await world.newcomer('Back Again')];
    for (const { user_id } of [gone, back]) await administrator.ok(deactivateUser, { user_id });
    const [knowing, other] = await clients.withAndWithout('user_avatar_url_field_optional', ['realm_user'], () =>
      administrator.ok(reactivateUser, { user_id: back.user_id }),
    );
    const former = ({ before }: ClientRun, id: number) =>
      (before.realm_non_active_users as { user_id: number }[]).find(({ user_id }) => user_id === id);
    for (const { user_id } of [gone, back]) {
      expect(former(knowing, user_id)).not.toHaveProperty('avatar_url');
      expect(former(other, user_id)).toHaveProperty('avatar_url');
    }
    for (const observed of [knowing, other]) {
      const people = ofType(observed, 'realm_user').map(({ person: about }) => about);
      expect(people.filter((about) => Object(about).user_id === back.user_id)).toMatchObject([{ is_active: true }, { avatar_source: 'G' }]);
      clients.expectExplained(observed, ['realm_users', 'realm_non_active_users']);
    }
  },

  user_settings_object: async (clients) => {
    const { me } = clients;
    const [knowing, other] = await clients.withAndWithout('user_settings_object', ['user_settings'], () =>
      me.ok(updateSettings, { high_contrast_mode: true }),
    );
    expect(knowing.before.user_settings).toEqual(other.before.user_settings);
    for (const observed of [knowing, other]) {
      expect(ofType(observed, 'user_settings')).toEqual([
        { type: 'user_settings', op: 'update', property: 'high_contrast_mode', value: true },
      ]);
    }
    await me.ok(updateSettings, { high_contrast_mode: false });
  },
} satisfies Proofs;
