import { expect } from '@jest/globals';
import { createChannelFolder, listChannelFolders } from '@parley/contracts/channels';
import {
  addRealmEmoji,
  createDomain,
  createLinkifier,
  createPlayground,
  createProfileField,
  getRealmEmoji,
  listDomains,
  listProfileFields,
} from '@parley/contracts/organization';
import { GREEN_PIXEL } from '../green-pixel.js';
import type { FieldCheck } from './scenario.js';

const NAME = 'registered';

export const profileFields: FieldCheck = async ({ owner, me, world }) => {
  const name = world.fresh(NAME);
  await owner.actor.ok(createProfileField, { name, field_type: 4 });
  const { custom_fields } = await me.actor.ok(listProfileFields, {});
  expect(custom_fields).toContainEqual(expect.objectContaining({ name, type: 4 }));
  return { custom_profile_fields: custom_fields };
};

export const domains: FieldCheck = async ({ owner, me, world }) => {
  const domain = `${world.fresh(NAME).replaceAll(' ', '-')}.example.org`;
  await owner.actor.ok(createDomain, { domain, allow_subdomains: true });
  const { domains } = await me.actor.ok(listDomains, {});
  expect(domains).toContainEqual({ domain, allow_subdomains: true });
  return { realm_domains: domains };
};

export const emoji: FieldCheck = async ({ owner, me, world }) => {
  const emoji_name = world.fresh(NAME).replaceAll(/[ -]/g, '_');
  await owner.actor.upload(addRealmEmoji, [{ name: 'pixel.png', content: GREEN_PIXEL }], { emoji_name });
  const { emoji } = await me.actor.ok(getRealmEmoji, {});
  expect(Object.values(emoji)).toContainEqual(expect.objectContaining({ name: emoji_name, deactivated: false }));
  return { realm_emoji: emoji };
};

/** Without the capability the list is empty. With it, see register-parameters.e2e-spec.ts. */
export const linkifiers: FieldCheck = async ({ owner, world }) => {
  const pattern = `${world.fresh('R').replaceAll(/[ -]/g, '')}(?P<id>[0-9]+)`;
  await owner.actor.ok(createLinkifier, { pattern, url_template: 'https://example.com/{id}' });
  return { realm_linkifiers: [] };
};

export const playgrounds: FieldCheck = async ({ owner, world }) => {
  const playground = { name: world.fresh(NAME), pygments_language: 'Python', url_template: 'https://example.com/{code}' };
  const { id } = await owner.actor.ok(createPlayground, playground);
  return { realm_playgrounds: expect.arrayContaining([{ id, ...playground }]) };
};

export const folders: FieldCheck = async ({ owner, me, world }) => {
  const name = world.fresh(NAME);
  await owner.actor.ok(createChannelFolder, { name, description: 'of *channels*' });
  const { channel_folders } = await me.actor.ok(listChannelFolders, { include_archived: true });
  expect(channel_folders).toContainEqual(expect.objectContaining({ name, rendered_description: '<p>of <em>channels</em></p>' }));
  return { channel_folders };
};
