import { shownProfileFields } from '@parley/client-events';
import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';
import { PROFILE_FIELD_TYPES } from '@parley/contracts/organization';
import { toRealmEmojiObjects } from '../emoji/realm-emoji-objects.js';
import { toLinkifierObjects } from '../linkifiers/linkifier-objects.js';
import { toPlaygroundObjects } from '../playgrounds/playground-objects.js';
import { toProfileFieldObjects } from '../profile-fields/profile-field-objects.js';
import type { SharedRows } from './registration-rows.repository.js';

type Fields = Record<string, unknown>;

/** Organization-wide configuration, limited to the requested groups. */
export function configuredFields(rows: SharedRows, options: RegisterOptions): Fields {
  return {
    ...publicConfiguration(rows, options),
    ...(wantsFetched(options, 'custom_profile_fields') && profileFields(rows, options)),
  };
}

/** The part of it that visitors who are not logged in receive too. */
export function publicConfiguration(rows: SharedRows, options: RegisterOptions): Fields {
  const wants = (group: string) => wantsFetched(options, group);
  const knowsLinkifiers = options.capabilities.linkifier_url_template === true;
  return {
    ...(wants('realm_domains') && { realm_domains: rows.domains }),
    ...(wants('realm_emoji') && { realm_emoji: toRealmEmojiObjects(rows.emoji) }),
    ...(wants('realm_linkifiers') && { realm_linkifiers: knowsLinkifiers ? toLinkifierObjects(rows.linkifiers) : [] }),
    ...(wants('realm_playgrounds') && { realm_playgrounds: toPlaygroundObjects(rows.playgrounds) }),
  };
}

function profileFields(rows: SharedRows, { capabilities }: RegisterOptions): Fields {
  return {
    custom_profile_fields: shownProfileFields(
      toProfileFieldObjects(rows.profileFields),
      capabilities.pronouns_field_type_supported !== false,
    ),
    custom_profile_field_types: PROFILE_FIELD_TYPES,
  };
}
