import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

async function channelWithMessages(count: number): Promise<{ organizationId: number; firstId: number }> {
  const { organization, ann, channel } = await suite.channelOfTwo();
  const firstId = await suite.sendToChannel(ann, channel);
  await suite.client.$executeRaw`
    INSERT INTO message (id, organization_id, channel_id, topic_id, topic, sender_id, sent_at, content, rendered, client_name)
    SELECT nextval('message_id_seq'), m.organization_id, m.channel_id, m.topic_id, m.topic, m.sender_id, now(), 'x', 'x', 'x'
    FROM message m, generate_series(1, ${count}) WHERE m.id = ${firstId}`;
  return { organizationId: organization.id, firstId };
}

it('reads a message by its key, also in an organization that is younger than the statistics of the table', async () => {
  await channelWithMessages(5_000);
  await suite.client.$executeRaw`ANALYZE message`;
  const { organizationId, firstId } = await channelWithMessages(1_000);
  const plan = await suite.client.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`
    EXPLAIN SELECT m.attrs FROM unnest(ARRAY[1], ARRAY[${firstId}]) AS asked (batch, id)
    JOIN message m ON m.id = asked.id AND m.organization_id = ${organizationId}`);
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index Cond: \(id = /);
  expect(text).not.toContain('message_sent_at');
});
