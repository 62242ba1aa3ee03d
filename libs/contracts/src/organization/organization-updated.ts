import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { ORGANIZATION_SETTINGS, ORGANIZATION_TEXTS } from './organization-settings.js';

const payload = z.object({
  /** The changed values that registration reports as `realm_<property>`, including derived ones. */
  changes: z.array(z.object({ property: z.string(), value: z.unknown() })),
});

/** Clients expect these settings in another format of event, for historical reasons. */
const ABOUT_EDITING = [
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'message_content_delete_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
];
const PLAIN = new Set(
  [...Object.keys(ORGANIZATION_TEXTS), ...Object.keys(ORGANIZATION_SETTINGS)].filter((name) => !ABOUT_EDITING.includes(name)),
);

/**
 * The organization was configured. All users receive one `realm` update for each plain setting, and one update_dict for permissions, limits of
 * editing, authentication methods, and deprecated properties derived from others.
 */
export const organizationUpdated: DomainEvent<'organization.updated', z.infer<typeof payload>> = domainEvent({
  type: 'organization.updated',
  owner: 'organization',
  payload,
  parts: ({ changes }) => {
    const plain = changes.filter(({ property }) => PLAIN.has(property));
    const grouped = changes.filter(({ property }) => !PLAIN.has(property));
    const data = Object.fromEntries(grouped.map(({ property, value }) => [property, value]));
    return [
      ...plain.map(({ property, value }) => realmPart({ op: 'update', property, value })),
      ...(grouped.length === 0 ? [] : [realmPart({ op: 'update_dict', property: 'default', data })]),
    ];
  },
});

function realmPart(event: Readonly<Record<string, unknown>>) {
  return { clientType: 'realm', audience: { roles: ALL_ROLES }, render: () => ({ type: 'realm', ...event }) };
}
