import { shownProfileFields } from '@parley/client-events';
import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';
import { PROFILE_FIELD_TYPES } from '@parley/contracts/organization';
import type { Tx } from '@parley/persistence';
import { domainsOf } from '../domains/domains.repository.js';
import { realmEmojiObjects } from '../emoji/realm-emoji-objects.js';
import { linkifierObjects } from '../linkifiers/linkifier-objects.js';
import { playgroundObjects } from '../playgrounds/playground-objects.js';
import { profileFieldObjects } from '../profile-fields/profile-field-objects.js';

type Fields = Record<string, unknown>;

/** Organization-wide configuration, limited to the requested groups. */
export async function configuredFields(tx: Tx, organizationId: number, options: RegisterOptions): Promise<Fields> {
  const fields = await publicConfiguration(tx, organizationId, options);
  if (wantsFetched(options, 'custom_profile_fields')) Object.assign(fields, await profileFields(tx, organizationId, options));
  return fields;
}

/** The part of it that visitors who are not logged in receive too. */
export async function publicConfiguration(tx: Tx, organizationId: number, options: RegisterOptions): Promise<Fields> {
  const fields: Fields = {};
  const wants = (group: string) => wantsFetched(options, group);
  if (wants('realm_domains')) fields.realm_domains = await domainsOf(tx, organizationId);
  if (wants('realm_emoji')) fields.realm_emoji = await realmEmojiObjects(tx, organizationId);
  if (wants('realm_linkifiers')) fields.realm_linkifiers = await linkifiers(tx, organizationId, options);
  if (wants('realm_playgrounds')) fields.realm_playgrounds = await playgroundObjects(tx, organizationId);
  return fields;
}

async function profileFields(tx: Tx, organizationId: number, { capabilities }: RegisterOptions): Promise<Fields> {
  const fields = await profileFieldObjects(tx, organizationId);
  return {
    custom_profile_fields: shownProfileFields(fields, capabilities.pronouns_field_type_supported !== false),
    custom_profile_field_types: PROFILE_FIELD_TYPES,
  };
}

async function linkifiers(tx: Tx, organizationId: number, { capabilities }: RegisterOptions) {
  return capabilities.linkifier_url_template === true ? linkifierObjects(tx, organizationId) : [];
}
