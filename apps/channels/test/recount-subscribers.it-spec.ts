import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { recountSubscribers } from '@parley/contracts/channels';
import { newestSeq, Rows, TestSuite } from '@parley/testing';
import { ChannelsServiceModule } from '../src/channels-service.module.js';
import { channelsConfig } from '../src/config.js';

let stores: TestSuite;
let rows: Rows;

beforeAll(async () => {
  stores = await TestSuite.open();
  await stores.start('channels', ChannelsServiceModule, channelsConfig);
  rows = new Rows(stores.database);
});
afterAll(() => stores.close());

const recount = (organizationId: number) => stores.rpc.call(recountSubscribers, { organizationId }, SYSTEM_VISITOR);

describe('recounting subscribers', () => {
  it('corrects wrong counts, leaves other channels and organizations alone, and logs no event', async () => {
    const [home, away] = [await rows.organization(), await rows.organization()];
    const [ann, ben] = [await rows.user(home), await rows.user(home, { isActive: false })];
    const right = await rows.channel(home);
    const wrong = await rows.channel(home, { name: 'miscounted' });
    const theirs = await rows.channel(away, { subscriberCount: 5 });
    await rows.subscription(right, [ann]);
    await rows.subscription(wrong, [ann, ben]);
    expect(await recount(home.id)).toEqual({
      channels: 2,
      corrected: [{ channelId: wrong.id, name: 'miscounted', before: 2, after: 1 }],
    });
    expect(await recount(home.id)).toEqual({ channels: 2, corrected: [] });
    const other = await stores.database.client.channel.findUniqueOrThrow({ where: { id: theirs.id } });
    expect(other.subscriberCount).toBe(5);
    expect(await newestSeq(stores.database, home.id)).toBe(0);
  });
});
