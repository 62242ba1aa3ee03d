import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';
import { ORGANIZATION_SETTINGS, ORGANIZATION_TEXTS } from './organization-settings.js';

const payload = z.object({
  /** What registration reports as `realm_<property>` and is different now, with what follows from it. */
  changes: z.array(z.object({ property: z.string(), value: z.unknown() })),
});

/** Told by clients' history in another form than other settings. */
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
 * The organization was configured. Everybody reads one `realm` update for each plain setting, and one update_dict for permissions, limits of
 * editing, ways to log in, and deprecated properties that follow from others.
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
      ...plain.map(({ property, value }) => told({ op: 'update', property, value })),
      ...(grouped.length === 0 ? [] : [told({ op: 'update_dict', property: 'default', data })]),
    ];
  },
});

function told(event: Readonly<Record<string, unknown>>) {
  return { clientType: 'realm', audience: { roles: ALL_ROLES }, render: () => ({ type: 'realm', ...event }) };
}
