import {
  linkifierExample,
  messageExportExample,
  playgroundExample,
  profileFieldExample,
  realmEmojiExample,
} from '@parley/contracts/examples';
import { messageExportObject } from '@parley/contracts/messaging';
import {
  domainObject,
  linkifierObject,
  playgroundObject,
  profileFieldObject,
  realmEmojiObject,
  realmEmojiObjects,
} from '@parley/contracts/organization';
import { z } from 'zod';
import { clientEvent } from '../client-event.js';

export const realmUpdateEvent = clientEvent({
  type: 'realm',
  op: 'update',
  summary: 'An organization setting changed. A registration returns it as `realm_<name>`.',
  fields: { property: z.string(), value: z.union([z.string(), z.int(), z.boolean(), z.null()]) },
  example: { property: 'name', value: 'Demo' },
});

export const realmUpdateDictEvent = clientEvent({
  type: 'realm',
  op: 'update_dict',
  summary: 'Organization settings, the icon or the logo changed.',
  fields: {
    property: z.enum(['default', 'icon', 'logo', 'night_logo']),
    data: z.record(z.string(), z.unknown()).describe('Keyed by setting name, without the prefix `realm_`.'),
  },
  example: { property: 'default', data: { allow_message_editing: true, message_content_edit_limit_seconds: 600 } },
});

export const realmDeactivatedEvent = clientEvent({
  type: 'realm',
  op: 'deactivated',
  summary: 'The organization was deactivated. The last event of its queues; only polls that are held receive it. Later requests fail.',
  fields: { realm_id: z.int() },
  example: { realm_id: 2 },
});

export const realmEmojiAddEvent = clientEvent({
  type: 'realm_emoji',
  op: 'add',
  summary: 'A custom emoji was added.',
  fields: { emoji: realmEmojiObject },
  example: { emoji: realmEmojiExample },
});

export const realmEmojiUpdateOneEvent = clientEvent({
  type: 'realm_emoji',
  op: 'update_one',
  summary: 'A custom emoji was deactivated.',
  fields: { emoji_id: z.string(), data: z.object({ deactivated: z.boolean() }) },
  example: { emoji_id: realmEmojiExample.id, data: { deactivated: true } },
});

export const realmEmojiUpdateEvent = clientEvent({
  type: 'realm_emoji',
  op: 'update',
  summary: 'The custom emoji changed. Contains the complete list. Only for clients without the capability `individual_emoji_changes`.',
  fields: { realm_emoji: realmEmojiObjects },
  example: { realm_emoji: { [realmEmojiExample.id]: realmEmojiExample } },
});

export const realmLinkifiersEvent = clientEvent({
  type: 'realm_linkifiers',
  summary: 'The linkifiers changed. Contains the complete list, in the order in which they are applied.',
  fields: { realm_linkifiers: z.array(linkifierObject) },
  example: { realm_linkifiers: [linkifierExample] },
});

export const realmPlaygroundsEvent = clientEvent({
  type: 'realm_playgrounds',
  summary: 'The code playgrounds changed. Contains the complete list.',
  fields: { realm_playgrounds: z.array(playgroundObject) },
  example: { realm_playgrounds: [playgroundExample] },
});

export const realmExportEvent = clientEvent({
  type: 'realm_export',
  summary: 'An export of messages was requested, ended or was deleted. Sent to administrators, with the newest 100.',
  fields: { exports: z.array(messageExportObject) },
  example: { exports: [messageExportExample] },
});

export const realmExportConsentEvent = clientEvent({
  type: 'realm_export_consent',
  summary: 'A user changed `allow_private_data_export`. Sent to administrators.',
  fields: { user_id: z.int(), consented: z.boolean() },
  example: { user_id: 7, consented: true },
});

export const customProfileFieldsEvent = clientEvent({
  type: 'custom_profile_fields',
  summary: 'The custom profile fields changed. Contains the complete list, in display order.',
  fields: { fields: z.array(profileFieldObject) },
  example: { fields: [profileFieldExample] },
});

const domain = { domain: 'demo.example', allow_subdomains: false };

export const realmDomainsAddEvent = clientEvent({
  type: 'realm_domains',
  op: 'add',
  summary: 'A domain was added to the allowed email domains.',
  fields: { realm_domain: domainObject },
  example: { realm_domain: domain },
});

export const realmDomainsChangeEvent = clientEvent({
  type: 'realm_domains',
  op: 'change',
  summary: 'An allowed email domain was updated: whether its subdomains are allowed.',
  fields: { realm_domain: domainObject },
  example: { realm_domain: { ...domain, allow_subdomains: true } },
});

export const realmDomainsRemoveEvent = clientEvent({
  type: 'realm_domains',
  op: 'remove',
  summary: 'A domain was removed from the allowed email domains.',
  fields: { domain: z.string() },
  example: { domain: domain.domain },
});

export const invitesChangedEvent = clientEvent({
  type: 'invites_changed',
  summary: 'Invitations changed. Sent to the inviter and to administrators.',
  fields: {},
  example: {},
});
