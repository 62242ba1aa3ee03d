import { afterAll, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { messagesByOrganization } from './messages-by-organization.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const found = (statement: string, file = 'apps/messaging/src/unread/unread.repository.ts') =>
  scratch.findings(messagesByOrganization, { [file]: `\nsql\`${statement}\`;` });

it.each([
  'SELECT m.id FROM message m WHERE m.organization_id = ${id} AND m.topic_id = ${topic}',
  'm.organization_id = ${id} AND m.channel_id = ${channel}',
  'DELETE FROM message WHERE organization_id = ${id} AND id = ANY (${ids})',
])('finds %s', async (statement) => {
  expect(await found(statement)).toEqual([expect.stringContaining('unread.repository.ts:2 This comparison of the organization')]);
});

it.each([
  'SELECT m.id FROM message m WHERE m.organization_id IS NOT DISTINCT FROM ${id} AND m.topic_id = ${topic}',
  'UPDATE message SET attrs = 1 WHERE id = ${message} AND organization_id = ${id}',
])('accepts %s', async (statement) => {
  expect(await found(statement)).toEqual([]);
});

it('accepts scheduled messages, members of groups, and statements that want messages by time', async () => {
  expect(await found('SELECT FROM user_group_member m WHERE m.organization_id = ${id}', 'libs/access/src/groups/groups.ts')).toEqual([]);
  expect(await found('SELECT m.id FROM scheduled_message m WHERE m.organization_id = ${id}')).toEqual([]);
  const byTime = 'SELECT m.id FROM message m WHERE m.organization_id = ${id} AND m.sent_at < ${time}';
  expect(await found(byTime, 'apps/messaging/src/deleting/retention.repository.ts')).toEqual([]);
});
