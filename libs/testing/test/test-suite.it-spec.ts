import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Rows, TestSuite, testRedis } from '../src/index.js';

describe('the stores of a test file', () => {
  let suite: TestSuite;
  let rows: Rows;
  beforeAll(async () => {
    suite = await TestSuite.open();
    rows = new Rows(suite.database);
  });
  afterAll(() => suite.close());

  it('have the migrated schema and accept rows', async () => {
    const organization = await rows.organization();
    const user = await rows.user(organization);
    const channel = await rows.channel(organization);
    await rows.subscription(channel, [user]);
    expect(await suite.database.client.subscription.count()).toBe(1);
    expect(await suite.database.client.channel.findFirstOrThrow()).toMatchObject({ id: channel.id, subscriberCount: 1 });
  });

  it('are separate: a second Redis database does not contain the keys of the first one', async () => {
    const other = await testRedis();
    await suite.redis.client.set('key', 'ours');
    expect(await other.client.get('key')).toBeNull();
    await other.close();
  });
});
