import { ALL_ROLES } from '@parley/contracts';
import { ORGANIZATION_SETTINGS, ORGANIZATION_TEXTS, organizationUpdated } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

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
 * All users receive one `realm` update for each plain setting, and one update_dict for permissions, limits of editing, authentication
 * methods, and deprecated properties derived from others.
 */
export const organizationUpdatedFanOut = fanOut(organizationUpdated, {
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
