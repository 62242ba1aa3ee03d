import { expect, it } from '@jest/globals';
import { ALL_ROLES } from '@parley/contracts';
import { receivedBy, testQueue } from '../test-queue.js';
import { organizationUpdatedFanOut } from './organization-updated.js';

it('sends plain settings one by one, and permissions and limits of editing together', () => {
  const parts = organizationUpdatedFanOut.parts({
    changes: [
      { property: 'can_invite_users_group', value: 3 },
      { property: 'name', value: 'Demo' },
      { property: 'message_content_edit_limit_seconds', value: 600 },
      { property: 'waiting_period_threshold', value: 5 },
    ],
  });
  expect(parts.every(({ audience }) => audience.roles === ALL_ROLES)).toBe(true);
  expect(receivedBy(testQueue, parts)).toEqual([
    { type: 'realm', op: 'update', property: 'name', value: 'Demo' },
    { type: 'realm', op: 'update', property: 'waiting_period_threshold', value: 5 },
    {
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { can_invite_users_group: 3, message_content_edit_limit_seconds: 600 },
    },
  ]);
});

it.each([
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'message_content_delete_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
])('sends %s in the format of several settings', (property) => {
  const [event] = receivedBy(testQueue, organizationUpdatedFanOut.parts({ changes: [{ property, value: 1 }] }));
  expect(event).toEqual({ type: 'realm', op: 'update_dict', property: 'default', data: { [property]: 1 } });
});

it('sends nothing about several settings if only plain ones changed', () => {
  expect(organizationUpdatedFanOut.parts({ changes: [{ property: 'name', value: 'Demo' }] })).toHaveLength(1);
});
