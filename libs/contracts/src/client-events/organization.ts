import { z } from 'zod';
import { clientEvent } from '../client-event.js';
import { linkifierExample, playgroundExample, profileFieldExample, realmEmojiExample } from '../examples/organization.js';
import { domainObject } from '../organization/domain-object.js';
import { linkifierObject } from '../organization/linkifier-object.js';
import { playgroundObject } from '../organization/playground-object.js';
import { profileFieldObject } from '../organization/profile-field-object.js';
import { realmEmojiObject, realmEmojiObjects } from '../organization/realm-emoji-object.js';

export const realmUpdateEvent = clientEvent({
  type: 'realm',
  op: 'update',
  summary: 'The organization has another setting. Registration reports it as `realm_` and its name.',
  fields: { property: z.string(), value: z.union([z.string(), z.int(), z.boolean(), z.null()]) },
  example: { property: 'name', value: 'Demo' },
});

export const realmUpdateDictEvent = clientEvent({
  type: 'realm',
  op: 'update_dict',
  summary: 'The organization has other settings, or another picture.',
  fields: {
    property: z.enum(['default', 'icon', 'logo', 'night_logo']),
    data: z.record(z.string(), z.unknown()).describe('By their names without `realm_`.'),
  },
  example: { property: 'default', data: { allow_message_editing: true, message_content_edit_limit_seconds: 600 } },
});

export const realmEmojiAddEvent = clientEvent({
  type: 'realm_emoji',
  op: 'add',
  summary: 'There is a custom emoji.',
  fields: { emoji: realmEmojiObject },
  example: { emoji: realmEmojiExample },
});

export const realmEmojiUpdateOneEvent = clientEvent({
  type: 'realm_emoji',
  op: 'update_one',
  summary: 'A custom emoji is out of use.',
  fields: { emoji_id: z.string(), data: z.object({ deactivated: z.boolean() }) },
  example: { emoji_id: realmEmojiExample.id, data: { deactivated: true } },
});

export const realmEmojiUpdateEvent = clientEvent({
  type: 'realm_emoji',
  op: 'update',
  summary: 'The custom emoji: all of them. Without the capability individual_emoji_changes.',
  fields: { realm_emoji: realmEmojiObjects },
  example: { realm_emoji: { [realmEmojiExample.id]: realmEmojiExample } },
});

export const realmLinkifiersEvent = clientEvent({
  type: 'realm_linkifiers',
  summary: 'The linkifiers: all of them, in the order in which they are tried.',
  fields: { realm_linkifiers: z.array(linkifierObject) },
  example: { realm_linkifiers: [linkifierExample] },
});

export const realmPlaygroundsEvent = clientEvent({
  type: 'realm_playgrounds',
  summary: 'Where code can be run: all of them.',
  fields: { realm_playgrounds: z.array(playgroundObject) },
  example: { realm_playgrounds: [playgroundExample] },
});

export const customProfileFieldsEvent = clientEvent({
  type: 'custom_profile_fields',
  summary: 'The custom profile fields: all of them, in their order.',
  fields: { fields: z.array(profileFieldObject) },
  example: { fields: [profileFieldExample] },
});

const domain = { domain: 'demo.example', allow_subdomains: false };

export const realmDomainsAddEvent = clientEvent({
  type: 'realm_domains',
  op: 'add',
  summary: 'Addresses of a domain may join.',
  fields: { realm_domain: domainObject },
  example: { realm_domain: domain },
});

export const realmDomainsChangeEvent = clientEvent({
  type: 'realm_domains',
  op: 'change',
  summary: 'Addresses below a domain may join, or may no longer.',
  fields: { realm_domain: domainObject },
  example: { realm_domain: { ...domain, allow_subdomains: true } },
});

export const realmDomainsRemoveEvent = clientEvent({
  type: 'realm_domains',
  op: 'remove',
  summary: 'Addresses of a domain may no longer join.',
  fields: { domain: z.string() },
  example: { domain: domain.domain },
});

export const invitesChangedEvent = clientEvent({
  type: 'invites_changed',
  summary: 'Invitations came or ended: one’s own, and for administrators all.',
  fields: {},
  example: {},
});
