import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@parley/persistence';
import { type OrganizationRow, statementsDuring, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
let organization: OrganizationRow;
let ann: UserRow;
let bob: UserRow;
beforeAll(async () => {
  suite = await MessagingSuite.open();
  organization = await suite.rows.organization();
  ann = await suite.rows.user(organization, { fullName: 'Ann' });
  bob = await suite.rows.user(organization, { fullName: 'Bob' });
});
afterAll(() => suite.close());

/** Inserted with one statement: ten thousand by the factory would take a minute on a busy machine. */
async function channelOf(subscribers: number) {
  const channel = await suite.rows.channel(organization);
  await suite.rows.subscription(channel, [ann, bob]);
  await suite.client.$executeRaw`
    WITH member AS (
      INSERT INTO user_account (organization_id, delivery_email, api_email, full_name, role)
      SELECT ${organization.id}, address, address, 'Member', 400
      FROM generate_series(3, ${subscribers}) AS n, format('m%s-%s@example.com', ${channel.id}::int, n) AS address
      RETURNING id
    ), subscribed AS (
      INSERT INTO subscription (user_id, channel_id, organization_id, active, color)
      SELECT id, ${channel.id}, ${organization.id}, true, '#76ce90' FROM member
    )
    INSERT INTO subscription_span (user_id, channel_id, organization_id, after_id) SELECT id, ${channel.id}, ${organization.id}, 0 FROM member`;
  await suite.client.channel.update({ where: { id: channel.id }, data: { subscriberCount: subscribers } });
  // The first message of a channel writes one more row, whatever its size; so does a user who begins to follow its topic.
  await suite.sendToChannel(ann, channel, { content: '@**Bob**' });
  return channel;
}

/** Counts statements and written rows, by table, while one message is sent. */
async function costOf(send: () => Promise<unknown>) {
  const before = await suite.rowCounts(organization.id);
  const statements = await statementsDuring(send);
  const after = await suite.rowCounts(organization.id);
  const written = Object.fromEntries(Object.entries(after).map(([table, count]) => [table, count - before[table as keyof typeof before]]));
  return { statements: statements.length, written };
}

describe('the cost of a send (P8)', () => {
  it('is two statements and five rows, for 10 subscribers as for 10,000', async () => {
    const small = await channelOf(10);
    const large = await channelOf(10_000);
    const content = 'hello @**Bob**';
    const toSmall = await costOf(() => suite.sendToChannel(ann, small, { content }));
    const toLarge = await costOf(() => suite.sendToChannel(ann, large, { content }));
    expect(toSmall.statements).toBe(2);
    expect(toSmall.written).toMatchObject({ messages: 1, searchWords: 1, events: 1, seq: 1, flags: 1 });
    expect(toLarge).toEqual(toSmall);
  });

  it('stays two statements with a local id, and for the first message of a conversation', async () => {
    const channel = await channelOf(10);
    const named = await costOf(() => suite.sendToChannel(ann, channel, { queue_id: 'q', local_id: '1' }));
    expect(named).toMatchObject({ statements: 2, written: { localIds: 1 } });
    const first = await costOf(() => suite.sendDirect(ann, [bob]));
    expect(first).toMatchObject({ statements: 2, written: { conversations: 1, participants: 2 } });
    const second = await costOf(() => suite.sendDirect(bob, [ann]));
    expect(second).toMatchObject({ statements: 2, written: { conversations: 0, participants: 0, messages: 1 } });
  });

  it('is not planned again for each message', async () => {
    // With one connection, because PostgreSQL reports statements per connection.
    const single = await MessagingSuite.open({ DATABASE_POOL: '1' });
    try {
      const home = await single.rows.organization();
      const [cat, dan] = [await single.rows.user(home), await single.rows.user(home)];
      const channel = await single.rows.channel(home);
      await single.rows.subscription(channel, [cat, dan]);
      for (let sent = 0; sent < 10; sent += 1) {
        await single.sendToChannel(cat, channel, { topic: 'plans' });
        await single.sendDirect(cat, [dan]);
      }
      const { client } = single.service.app.get(Database, { strict: false });
      const plans = await client.$queryRaw<{ statement: string }[]>`
        SELECT statement FROM pg_prepared_statements WHERE custom_plans = 5 AND generic_plans >= 3`;
      const plannedOnce = plans.map(({ statement }) => /WITH (?:RECURSIVE )?(\w+)/.exec(statement)?.[1]);
      expect(plannedOnce.sort()).toEqual(['head', 'head', 'person', 'person']);
    } finally {
      await single.close();
    }
  });
});
