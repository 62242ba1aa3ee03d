import {
  deleteOrganizationIcon,
  deleteOrganizationLogo,
  getServerSettings,
  getUserGroups,
  ORGANIZATION_PERMISSION_NAMES,
  ORGANIZATION_PERMISSIONS,
  ORGANIZATION_SETTING_NAMES,
  updateOrganization,
  uploadOrganizationIcon,
  uploadOrganizationLogo,
} from '@parley/contracts/organization';
import { otherOrganizationValue } from '@parley/testing';
import { organizationOf } from '../demo.js';
import { GREEN_PIXEL } from '../green-pixel.js';
import { Listener } from '../listener.js';
import type { FieldCheck, Scenario } from './scenario.js';

const withPrefix = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`realm_${name}`, value]));

/** Changes every setting at once, and checks the older fields that follow from them. */
export const settings: FieldCheck = async ({ owner, world }) => {
  const { id } = await world.channel([world.stranger]);
  const chosen = Object.fromEntries(
    // Without API keys, this client could not continue.
    ORGANIZATION_SETTING_NAMES.filter((name) => name !== 'api_keys_allowed').map((name) => [
      name,
      /(channel|stream)_id$/.test(name) ? id : otherOrganizationValue(name),
    ]),
  );
  const changes = { ...chosen, message_edit_history_visibility_policy: 'none', name: 'Seen', description: 'As *registered*' };
  await owner.actor.ok(updateOrganization, changes);
  return {
    ...withPrefix(Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value === 'unlimited' ? null : value]))),
    realm_mandatory_topics: true,
    realm_allow_edit_history: false,
    realm_gif_rating_policy: chosen.giphy_rating,
    jitsi_server_url: chosen.jitsi_server_url,
  };
};

/**
 * Assigns every permission at once to another system group than the initial one. Visitors may view this organization, so permissions for
 * web-public channels count.
 */
export const permissions: FieldCheck = async ({ owner }) => {
  const { user_groups: groups } = await owner.actor.ok(getUserGroups, {});
  const chosen = ORGANIZATION_PERMISSION_NAMES.map((name): [string, number] => {
    const { onlySystemGroups, initial } = ORGANIZATION_PERMISSIONS[name];
    const wanted = (onlySystemGroups ?? ['role:moderators', 'role:administrators']).find((group) => group !== initial);
    return [name, groups.find((group) => group.name === wanted)?.id ?? 0];
  });
  await owner.actor.ok(updateOrganization, Object.fromEntries(chosen.map(([name, id]) => [name, { new: id }])));
  return {
    ...withPrefix(Object.fromEntries(chosen)),
    realm_wildcard_mention_policy: 7,
    realm_create_public_stream_policy: 4,
    realm_create_private_stream_policy: 4,
    realm_create_web_public_stream_policy: 2,
    can_create_streams: false,
    can_create_public_streams: false,
    can_create_private_streams: false,
    can_create_web_public_streams: false,
    can_subscribe_other_users: false,
    can_invite_others_to_realm: false,
  };
};

/** Values that visitors also receive. The only way to log in cannot be disabled. */
export const frontDoor: FieldCheck = async ({ world }) => {
  const published = await world.anybody(organizationOf(world.demo, 'other').host).ok(getServerSettings, {});
  return {
    realm_api_keys_allowed: true,
    realm_authentication_methods: { Email: { enabled: published.authentication_methods.email, available: true } },
    realm_email_auth_enabled: published.email_auth_enabled,
    realm_password_auth_enabled: published.authentication_methods.password,
    realm_url: published.realm_url,
    realm_uri: published.realm_url,
  };
};

/** Uses the addresses from the events. */
export const pictures: FieldCheck = async ({ owner, me }) => {
  const file = [{ name: 'picture.png', content: GREEN_PIXEL }];
  const listener = await Listener.begin(me.actor, ['realm']);
  await owner.actor.upload(uploadOrganizationIcon, file);
  await owner.actor.upload(uploadOrganizationLogo, file, { night: false });
  await owner.actor.upload(uploadOrganizationLogo, file, { night: true });
  const published = await listener.receive(3);
  return withPrefix(Object.assign({}, ...published.map(({ data }) => data)));
};

/** Restores the organization from `before`, an earlier registration. */
export async function restore({ owner }: Scenario, before: Readonly<Record<string, unknown>>): Promise<void> {
  const words: Readonly<Record<string, string>> = { jitsi_server_url: 'default', require_second_factor_from: 'never' };
  const names = [...ORGANIZATION_SETTING_NAMES, 'name', 'description'];
  const changes = Object.fromEntries(names.map((name) => [name, before[`realm_${name}`] ?? words[name] ?? 'unlimited']));
  const permissions = Object.fromEntries(ORGANIZATION_PERMISSION_NAMES.map((name) => [name, { new: before[`realm_${name}`] }]));
  await owner.actor.ok(updateOrganization, { ...changes, ...permissions });
  await owner.actor.ok(deleteOrganizationIcon, {});
  for (const night of [true, false]) await owner.actor.ok(deleteOrganizationLogo, { night });
}
