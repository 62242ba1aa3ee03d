import { expect } from '@jest/globals';
import { muteUser } from '@parley/contracts/messaging';
import {
  createBot,
  createUserGroup,
  deactivateUser,
  getMe,
  getUserGroups,
  getUsers,
  updateBot,
  updateUser,
  uploadAvatar,
} from '@parley/contracts/organization';
import {
  DEFAULT_SETTING_NAMES,
  getUserStatus,
  listPresence,
  reportPresence,
  setOwnStatus,
  USER_SETTING_NAMES,
  updateSettingDefaults,
  updateSettings,
} from '@parley/contracts/settings';
import { otherSettingValue } from '@parley/testing';
import { GREEN_PIXEL } from '../green-pixel.js';
import type { FieldCheck, Scenario } from './scenario.js';

/** The user's own new name, avatar and role. */
export const oneself: FieldCheck = async ({ me, owner }) => {
  await owner.actor.ok(updateUser, { user_id: String(me.user_id), full_name: 'Mia Renamed', role: 300 });
  await me.actor.upload(uploadAvatar, [{ name: 'me.png', content: GREEN_PIXEL }]);
  const { email, user_id, full_name, delivery_email, avatar_url, role } = await me.actor.ok(getMe, {});
  expect([full_name, role]).toEqual(['Mia Renamed', 300]);
  return {
    email,
    user_id,
    full_name,
    delivery_email,
    avatar_url,
    avatar_url_medium: String(avatar_url).replace(/(\.png)/, '-medium$1'),
    avatar_source: 'U',
    is_owner: false,
    is_admin: false,
    is_moderator: true,
    is_guest: false,
    can_create_streams: true,
    can_create_public_streams: true,
    can_create_private_streams: true,
    can_create_web_public_streams: false,
    can_subscribe_other_users: true,
    can_invite_others_to_realm: true,
  };
};

/** One of the users is deactivated. */
export const everybody: FieldCheck = async ({ owner, me, colleague }) => {
  await owner.actor.ok(deactivateUser, { user_id: colleague.user_id });
  const { members } = await me.actor.ok(getUsers, { include_custom_profile_fields: true });
  const people = members.filter((user) => user.is_system_bot !== true);
  return {
    realm_users: people.filter((user) => user.is_active),
    realm_non_active_users: people.filter((user) => !user.is_active),
    cross_realm_bots: expect.arrayContaining([expect.objectContaining({ is_system_bot: true, full_name: 'Notification Bot' })]),
  };
};

export const groups: FieldCheck = async ({ owner, me, world }) => {
  const name = world.fresh('group');
  await owner.actor.ok(createUserGroup, { name, description: 'of registered people', members: [me.user_id] });
  const { user_groups } = await me.actor.ok(getUserGroups, {});
  expect(user_groups).toContainEqual(expect.objectContaining({ name, members: [me.user_id] }));
  return { realm_user_groups: user_groups };
};

/** The user's own bots. */
export const bots: FieldCheck = async ({ me, world }) => {
  const short_name = world.fresh('own').replaceAll(' ', '-');
  const { user_id } = await me.actor.ok(createBot, { full_name: world.fresh('Own'), short_name });
  await me.actor.ok(updateBot, { bot_id: user_id, default_all_public_streams: true });
  const defaults = { default_sending_stream: null, default_events_register_stream: null, default_all_public_streams: true };
  return { realm_bots: [{ user_id, ...defaults, services: [] }] };
};

export const muting: FieldCheck = async ({ me, colleague }) => {
  await me.actor.ok(muteUser, { muted_user_id: colleague.user_id });
  return { muted_users: [{ id: colleague.user_id, timestamp: expect.any(Number) }] };
};

export const status: FieldCheck = async ({ me, owner }) => {
  await owner.actor.ok(setOwnStatus, { status_text: 'seen by all', emoji_name: 'tada' });
  await me.actor.ok(setOwnStatus, { status_text: 'at home' });
  const of = async (user_id: number) => (await me.actor.ok(getUserStatus, { user_id })).status;
  return {
    user_status: expect.objectContaining({ [me.user_id]: await of(me.user_id), [owner.user_id]: await of(owner.user_id) }),
  };
};

/** In the form for clients without capabilities: keyed by address. */
export const presence: FieldCheck = async ({ me, owner }) => {
  await owner.actor.ok(reportPresence, { status: 'active', new_user_input: true });
  const { presence_last_update_id } = await me.actor.ok(reportPresence, { status: 'active', last_update_id: -1 });
  const { presences, server_timestamp } = await me.actor.ok(listPresence, {});
  expect(Object.keys(presences)).toEqual(expect.arrayContaining([owner.email, me.email]));
  return {
    presences,
    presence_last_update_id,
    server_timestamp: expect.closeTo(server_timestamp, -2),
  };
};

const others = (names: readonly (typeof USER_SETTING_NAMES)[number][]) =>
  Object.fromEntries(names.map((name) => [name, otherSettingValue(name)]));
const choices = {
  emojiset_choices: [
    { key: 'set_a', text: expect.any(String) },
    { key: 'set_b', text: expect.any(String) },
    { key: 'text', text: expect.any(String) },
  ],
  available_notification_sounds: expect.arrayContaining(['bark', 'zulip']),
};

/** All settings at once, each with another value. */
export const settings: FieldCheck = async ({ me, owner }) => {
  // A user who hides their address gets another address in the API.
  const names = USER_SETTING_NAMES.filter((name) => name !== 'email_address_visibility');
  await me.actor.ok(updateSettings, others(names));
  await owner.actor.ok(updateSettingDefaults, others(DEFAULT_SETTING_NAMES));
  return {
    user_settings: { ...others(names), email_address_visibility: 1, ...choices },
    realm_user_settings_defaults: { ...others(DEFAULT_SETTING_NAMES), ...choices },
  };
};

/** Restores the organization's defaults from `before`, an earlier registration. */
export async function restoreDefaults({ owner }: Scenario, before: Readonly<Record<string, unknown>>): Promise<void> {
  const had = Object(before.realm_user_settings_defaults);
  await owner.actor.ok(updateSettingDefaults, Object.fromEntries(DEFAULT_SETTING_NAMES.map((name) => [name, had[name]])));
}
