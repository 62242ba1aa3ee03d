import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { messagesById } from '@parley/access';
import { Prisma } from '@parley/persistence';
import { statementOf } from '@parley/testing';
import { readComposeContext } from '../src/composing/compose-context.repository.js';
import { mentionedNames } from '../src/composing/mentioned-names.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

async function channelWithMessages(count: number) {
  const { organization, ann, channel } = await suite.channelOfTwo();
  const firstId = await suite.sendToChannel(ann, channel);
  await suite.client.$executeRaw`
    INSERT INTO message (id, organization_id, channel_id, topic_id, topic, sender_id, sent_at, content, rendered, client_name)
    SELECT nextval('message_id_seq'), m.organization_id, m.channel_id, m.topic_id, m.topic, m.sender_id, now(), repeat('x', 200), repeat('x', 300), 'x'
    FROM message m, generate_series(1, ${count}) WHERE m.id = ${firstId}`;
  return { organizationId: organization.id, firstId, ann, channel };
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

it('reads many messages by their keys, without the index of all messages of the organization', async () => {
  const { organizationId, firstId } = await channelWithMessages(20_000);
  await suite.client.$executeRaw`ANALYZE message`;
  const ids = Array.from({ length: 100 }, (_, n) => firstId + n * 50);
  const plan = await suite.client.$queryRaw<{ 'QUERY PLAN': string }[]>(
    Prisma.sql`EXPLAIN SELECT m.attrs FROM ${messagesById(organizationId, ids)}`,
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index Scan using message_pkey on message /);
  expect(text).not.toContain('message_sent_at');
});

it('finds out what a send depends on without reading all messages of the topic or of the organization', async () => {
  const { ann, channel } = await channelWithMessages(20_000);
  await suite.client.$executeRaw`ANALYZE message`;
  const to = { kind: 'channel', channel: { by: 'id', id: channel.id }, topic: 'plans' } as const;
  const statement = await statementOf((reader) => readComposeContext(reader, ann.caller, { to, names: mentionedNames('hello') }));
  const plan = await suite.client.$queryRaw<{ 'QUERY PLAN': string }[]>(Prisma.sql`EXPLAIN ${statement}`);
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index Scan using message_topic on message /);
  expect(text).not.toMatch(/message_sent_at|Bitmap Heap Scan on message /);
});
