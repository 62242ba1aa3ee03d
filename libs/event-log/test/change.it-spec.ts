import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { type DomainEvent, domainEvent, type LoggedEvent } from '@parley/contracts';
import { Database, dbInt, onlyRow, PersistenceModule, Prisma, selectRows, type Tx } from '@parley/persistence';
import { Bus, type RunningService } from '@parley/rpc';
import { baseVariables, storeVariables } from '@parley/runtime';
import { Rows, TestSuite } from '@parley/testing';
import { z } from 'zod';
import { EventLog, EventLogModule, eventsLogged, headOf, LogReader, selectOrganizationPosition, wakeUpAddress } from '../src/index.js';

const counted = domainEvent({ type: 'test.counted', owner: 'settings', payload: z.object({ n: z.int() }) });
const ofOrganization = domainEvent({ type: 'test.organized', owner: 'organization', payload: z.object({ n: z.int() }) });

@Module({ imports: [PersistenceModule.forService('settings'), EventLogModule] })
class WriterModule {}
const config = z.object({ ...baseVariables, ...storeVariables });

let suite: TestSuite;
let writer: RunningService;
let log: EventLog;
let reader: LogReader;

beforeAll(async () => {
  suite = await TestSuite.open();
  writer = await suite.start('settings', WriterModule, config);
  log = writer.app.get(EventLog, { strict: false });
  reader = writer.app.get(LogReader, { strict: false });
});
afterAll(() => suite.close());

async function newOrganization(): Promise<number> {
  const { id } = await new Rows(suite.database).organization();
  return id;
}

describe('a change', () => {
  it('logs its events in the order they were appended, without a gap', async () => {
    const organizationId = await newOrganization();
    await log.change(organizationId, async (_, changes) => {
      for (const n of [1, 2, 3]) changes.append(counted, { n });
    });
    await log.change(organizationId, async (_, changes) => changes.append(counted, { n: 4 }));
    const events = await reader.after(organizationId, 0, 100);
    expect(events.map(({ seq, payload }) => [seq, payload])).toEqual([1, 2, 3, 4].map((n) => [n, { n }]));
  });

  it('remembers the position of the newest event of the organization service', async () => {
    const organizationId = await newOrganization();
    const positions = async () =>
      (await selectRows(suite.database.direct, selectOrganizationPosition(organizationId))).map(({ seq }) => seq);
    const append = (...events: readonly DomainEvent<string, { n: number }>[]) =>
      log.change(organizationId, async (_, changes) => {
        for (const event of events) changes.append(event, { n: 1 });
      });
    await append(counted);
    expect(await positions()).toEqual([0]);
    await append(counted, ofOrganization, ofOrganization, counted);
    expect(await positions()).toEqual([4]);
    await append(counted, counted);
    expect(await positions()).toEqual([4]);
    await append(ofOrganization);
    expect(await positions()).toEqual([8]);
  });

  it('inserts the log rows of its own statement after the events appended before', async () => {
    const organizationId = await newOrganization();
    const logs = async (tx: Tx, n: number): Promise<LoggedEvent[]> => {
      const logged = z.object({ seq: dbInt, at: z.date() });
      const row = await onlyRow(
        tx,
        logged,
        Prisma.sql`
        WITH head AS (UPDATE organization_counter SET seq = seq + 1 WHERE organization_id = ${organizationId} RETURNING seq)
        INSERT INTO event_log (organization_id, seq, type, payload)
        SELECT ${organizationId}, seq, ${counted.type}, ${JSON.stringify({ n })}::jsonb FROM head RETURNING seq, at`,
      );
      const { incarnation } = await headOf(tx, organizationId);
      return [{ organizationId, incarnation, seq: row.seq, type: counted.type, payload: { n }, at: row.at.getTime() }];
    };
    await log.change(organizationId, async (tx, changes) => {
      changes.append(counted, { n: 1 });
      await changes.adopt(() => logs(tx, 2));
      changes.append(counted, { n: 3 });
    });
    const events = await reader.after(organizationId, 0, 100);
    expect(events.map(({ seq, payload }) => [seq, payload])).toEqual([1, 2, 3].map((n) => [n, { n }]));
  });

  it('gives out message ids that no later change gets', async () => {
    const organizationId = await newOrganization();
    const taken = await log.change(organizationId, async (_, { takeMessageId }) => [await takeMessageId(), await takeMessageId()]);
    const newest = await log.change(organizationId, async (_, { lastMessageId }) => lastMessageId);
    expect(taken).toEqual([expect.any(Number), newest]);
    expect(newest).toBeGreaterThan(taken[0] ?? Number.POSITIVE_INFINITY);
  });

  it('runs the actions for after its commit when others see the change, and not if it is rolled back', async () => {
    const organizationId = await newOrganization();
    const seen: Promise<number>[] = [];
    const look = () => seen.push(reader.after(organizationId, 0, 100).then((events) => events.length));
    const made = log.change(organizationId, async (_, changes) => {
      changes.afterCommit(look);
      changes.append(counted, { n: 1 });
      expect(seen).toEqual([]);
    });
    await made;
    expect(await Promise.all(seen)).toEqual([1]);
    const undone = log.change(organizationId, async (_, changes) => {
      changes.afterCommit(look);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(seen).toHaveLength(1);
  });

  it('consumes no seq when it appends nothing, and none when it throws', async () => {
    const organizationId = await newOrganization();
    await log.change(organizationId, async () => undefined);
    await expect(
      log.change(organizationId, async (_, changes) => {
        changes.append(counted, { n: 1 });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await log.change(organizationId, async (_, changes) => changes.append(counted, { n: 2 }));
    expect((await reader.after(organizationId, 0, 100)).map(({ seq, payload }) => [seq, payload])).toEqual([[1, { n: 2 }]]);
    expect((await reader.heads([organizationId])).get(organizationId)?.seq).toBe(1);
  });

  it('decides on rows as they are when it has the lock, not as they were when it began to wait', async () => {
    const organizationId = await newOrganization();
    // No more than the pool has connections, because a change waits only 4 s for one.
    const increments = Array.from({ length: 8 }, () =>
      log.change(organizationId, async (tx, changes) => {
        const key = { organizationId };
        const row = await tx.organizationUserDefaults.findUnique({ where: key });
        const n = z.object({ n: z.int() }).catch({ n: 0 }).parse(row?.values).n + 1;
        await tx.organizationUserDefaults.upsert({ where: key, create: { ...key, values: { n } }, update: { values: { n } } });
        changes.append(counted, { n });
      }),
    );
    await Promise.all(increments);
    const events = await reader.after(organizationId, 0, 100);
    expect(events.map(({ payload }) => payload)).toEqual(Array.from({ length: 8 }, (_, index) => ({ n: index + 1 })));
  });

  it('rejects a payload that its declaration does not allow', async () => {
    const organizationId = await newOrganization();
    await expect(log.change(organizationId, async (_, changes) => changes.append(counted, { n: 0.5 }))).rejects.toThrow();
    expect(await reader.after(organizationId, 0, 10)).toEqual([]);
  });

  it('wakes the fan-out and sends the events with the wake-up', async () => {
    const organizationId = await newOrganization();
    const bus = writer.app.get(Bus, { strict: false });
    const woken = new Promise((resolve) => bus.subscribe(eventsLogged, resolve, wakeUpAddress(organizationId)));
    await log.change(organizationId, async (_, changes) => changes.append(counted, { n: 5 }));
    await expect(woken).resolves.toMatchObject({ organizationId, seq: 1, events: [{ seq: 1, type: 'test.counted', payload: { n: 5 } }] });
  });
});

describe('the incarnation of the log', () => {
  const count = (organizationId: number, n: number) => log.change(organizationId, async (_, changes) => changes.append(counted, { n }));

  it('is part of each event, of its wake-up, of the log rows and of the head', async () => {
    const organizationId = await newOrganization();
    const bus = writer.app.get(Bus, { strict: false });
    const woken = new Promise((resolve) => bus.subscribe(eventsLogged, resolve, wakeUpAddress(organizationId)));
    await count(organizationId, 1);
    const { client } = writer.app.get(Database, { strict: false });
    const { incarnation } = await headOf(client, organizationId);
    expect(incarnation).toMatch(/^[0-9a-f]{12}-[0-9A-F]{1,8}$/);
    await expect(woken).resolves.toMatchObject({ incarnation });
    expect(await reader.after(organizationId, 0, 10)).toMatchObject([{ seq: 1, incarnation }]);
    expect(await reader.some(organizationId, [1])).toMatchObject([{ seq: 1, incarnation }]);
    expect((await reader.heads()).get(organizationId)).toEqual({ seq: 1, incarnation });
  });

  it('stays the same while the log grows', async () => {
    const organizationId = await newOrganization();
    for (const n of [1, 2, 3]) await count(organizationId, n);
    expect(new Set((await reader.after(organizationId, 0, 10)).map(({ incarnation }) => incarnation)).size).toBe(1);
    const before = (await reader.heads()).get(organizationId)?.incarnation;
    await count(organizationId, 4);
    expect(await reader.after(organizationId, 3, 10)).toMatchObject([{ seq: 4, incarnation: before }]);
  });

  it('differs between organizations, and changes when an operator requests a new one', async () => {
    const [one, other] = [await newOrganization(), await newOrganization()];
    const before = await reader.heads();
    expect(before.get(one)?.incarnation).not.toBe(before.get(other)?.incarnation);
    await suite.database.client.$queryRaw`SELECT new_log_incarnation()`;
    const after = await reader.heads();
    for (const id of [one, other]) expect(after.get(id)?.incarnation).not.toBe(before.get(id)?.incarnation);
  });
});

describe('the database permissions of a service', () => {
  it('are limited to its own tables', async () => {
    const organizationId = await newOrganization();
    const foreign = log.change(organizationId, async (tx) => {
      await tx.organization.update({ where: { id: organizationId }, data: { name: 'taken over' } });
    });
    await expect(foreign).rejects.toThrow(/permission denied/);
  });

  it('do not include reading keys', async () => {
    const organizationId = await newOrganization();
    const counting = log.change(organizationId, (tx) => tx.apiKey.count({ where: { organizationId } }));
    await expect(counting).rejects.toThrow(/permission denied/);
  });
});
