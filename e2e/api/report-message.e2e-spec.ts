import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMessages, reportMessage, sendMessage } from '@parley/contracts/messaging';
import { updateOrganization } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const owner = world.as(world.owner);
const me = world.as(world.third);
const colleague = world.as(world.colleague);
let desk: { id: number; name: string };
let messageId: number;

beforeAll(async () => {
  desk = await world.channel([world.owner]);
  const place = await world.channel([world.third, world.colleague]);
  messageId = (await colleague.ok(sendMessage, { type: 'channel', to: place.id, topic: 'offers', content: 'Buy now!' })).id;
  await owner.ok(updateOrganization, { moderation_request_channel_id: desk.id });
});
afterAll(async () => {
  await owner.ok(updateOrganization, { moderation_request_channel_id: -1 });
  await closeConnections();
});

describe('a report of a message', () => {
  it('reaches the moderators', async () => {
    await me.ok(reportMessage, { message_id: messageId, report_type: 'harassment', description: 'Please stop this.' });
    const narrow = [{ operator: 'channel', operand: desk.id }];
    const { messages } = await owner.ok(getMessages, { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false, narrow });
    expect(messages).toMatchObject([{ subject: `${world.colleague.full_name} moderation`, sender_full_name: 'Notification Bot' }]);
    expect(messages[0]?.content).toContain('**Harassment**. Please stop this.');
    expect(messages[0]?.content).toContain('\nBuy now!\n');
  });

  it.each([
    [{ report_type: 'taste' }, 'Invalid report_type'],
    [{ report_type: 'other' }, 'An explanation is required.'],
    [{ message_id: 999_999_999_999 }, 'Invalid message(s)'],
  ])('with %j is refused', async (more, msg) => {
    const answer = await me.call(reportMessage, { message_id: messageId, report_type: 'spam', ...more });
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
  });

  it('is refused where there is nowhere to send it, and without credentials', async () => {
    await owner.ok(updateOrganization, { moderation_request_channel_id: -1 });
    const answer = await me.call(reportMessage, { message_id: messageId, report_type: 'spam' });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Message reporting is not enabled in this organization.']);
    await owner.ok(updateOrganization, { moderation_request_channel_id: desk.id });
    expect((await world.anybody().call(reportMessage, { message_id: messageId, report_type: 'spam' })).status).toBe(401);
  });
});
