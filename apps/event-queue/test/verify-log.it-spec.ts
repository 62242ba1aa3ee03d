import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { MAX_VERIFIED_EVENTS, verifyLog } from '@parley/contracts/event-queue';
import { ServiceFixture } from './service-fixture.js';

jest.setTimeout(120_000);

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
});
afterAll(() => fixture.close());

const verify = (organizationId: number, range: { from?: number; to?: number } = {}) =>
  fixture.suite.rpc.call(verifyLog, { organizationId, from: range.from ?? null, to: range.to ?? null }, SYSTEM_VISITOR);

/** Creates an organization with `count` events. */
async function logOf(count: number): Promise<number> {
  const { id } = await fixture.rows.organization();
  for (let n = 1; n <= count; n += 1) await fixture.logForMembers(id, n);
  return id;
}
const drop = (organizationId: number, ...seqs: number[]) =>
  fixture.suite.database.client
    .$executeRaw`DELETE FROM event_log WHERE organization_id = ${organizationId} AND seq = ANY (${seqs}::bigint[])`;

describe('a log', () => {
  it('without gaps has no fault', async () => {
    expect(await verify(await logOf(3))).toEqual({ firstSeq: 1, checkedTo: 3, newestSeq: 3, events: 3, faults: [] });
  });
  it('without events has no fault', async () => {
    expect(await verify(await logOf(0))).toEqual({ firstSeq: null, checkedTo: 0, newestSeq: 0, events: 0, faults: [] });
  });
  it('whose oldest events are no longer kept is complete from there, unless they are requested', async () => {
    const id = await logOf(4);
    await drop(id, 1, 2);
    expect(await verify(id)).toMatchObject({ firstSeq: 3, events: 2, faults: [] });
    expect(await verify(id, { from: 1 })).toMatchObject({ faults: [{ seq: 1, fault: 'is missing, with the 1 after it' }] });
  });
  it('with missing events in the middle and at the end reports them', async () => {
    const id = await logOf(7);
    await drop(id, 2, 4, 5, 7);
    expect((await verify(id)).faults).toEqual([
      { seq: 2, fault: 'is missing' },
      { seq: 4, fault: 'is missing, with the 1 after it' },
      { seq: 7, fault: 'is missing' },
    ]);
    expect((await verify(id, { from: 3, to: 3 })).faults).toEqual([]);
  });
  it('with unreadable events reports them, without their content', async () => {
    const id = await logOf(3);
    const { client } = fixture.suite.database;
    await client.$executeRaw`UPDATE event_log SET payload = '{"channelIds": "a secret"}' WHERE organization_id = ${id} AND seq = 2`;
    await client.$executeRaw`UPDATE event_log SET type = 'nothing.known' WHERE organization_id = ${id} AND seq = 3`;
    const { faults } = await verify(id);
    expect(faults).toEqual([
      { seq: 2, fault: expect.stringMatching(/channelIds/) },
      { seq: 3, fault: 'has the unknown type nothing.known' },
    ]);
    expect(JSON.stringify(faults)).not.toContain('secret');
  });
  it('longer than one answer is read part by part', async () => {
    const { id } = await fixture.rows.organization();
    const count = MAX_VERIFIED_EVENTS + 3;
    const { client } = fixture.suite.database;
    await client.$executeRaw`
      INSERT INTO event_log (organization_id, seq, type, payload)
      SELECT ${id}, n, 'default-channels.changed', '{"channelIds": []}' FROM generate_series(1, ${count}::int) AS n`;
    await client.organizationCounter.update({ where: { organizationId: id }, data: { seq: BigInt(count) } });
    const first = await verify(id);
    expect(first).toMatchObject({ checkedTo: MAX_VERIFIED_EVENTS, newestSeq: count, faults: [] });
    expect(await verify(id, { from: first.checkedTo + 1 })).toMatchObject({ checkedTo: count, events: 3, faults: [] });
  });
});
