import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { sendMessage, sendNotice } from '@parley/contracts/messaging';
import { PersistenceModule } from '@parley/persistence';
import { Serves } from '@parley/rpc';
import { baseVariables, storeVariables } from '@parley/runtime';
import { Rows, TestSuite } from '@parley/testing';
import { z } from 'zod';
import { EventLog, EventLogModule, enqueueNotices, OutboxRelay } from '../src/index.js';

/** By organization: the calls received, in order, and the errors of the next calls. */
const received = new Map<number, string[]>();
const faults = new Map<number, Error[]>();
/** Calls that are not answered. */
const hold = new Map<number, { onReceived: () => void; until: Promise<void> }>();

@Controller()
class Listener {
  @Serves(sendNotice)
  async sendNotice({ params: { organizationId, notice } }: CallOf<typeof sendNotice>): Promise<OutputOf<typeof sendNotice>> {
    received.set(organizationId, [...(received.get(organizationId) ?? []), notice.content]);
    const held = hold.get(organizationId);
    held?.onReceived();
    await held?.until;
    const fault = faults.get(organizationId)?.shift();
    if (fault !== undefined) throw fault;
    return { id: 1 };
  }
}
@Module({ controllers: [Listener] })
class ListenerModule {}

@Module({ imports: [PersistenceModule.forService('settings'), EventLogModule] })
class WriterModule {}

@Module({ imports: [PersistenceModule.forService('channels'), EventLogModule] })
class LeavingModule {}

const config = z.object({ ...baseVariables, ...storeVariables });

let suite: TestSuite;
let log: EventLog;
let relay: OutboxRelay;
beforeAll(async () => {
  suite = await TestSuite.open();
  await suite.start('messaging', ListenerModule, config);
  const { app } = await suite.start('settings', WriterModule, config);
  log = app.get(EventLog, { strict: false });
  relay = app.get(OutboxRelay, { strict: false });
});
afterAll(() => suite.close());

const notice = (content: string) => ({ to: { userId: 1 }, content, channels: [], readBy: null });
const change = (organizationId: number, ...contents: string[]) =>
  log.change(organizationId, async (_, changes) => enqueueNotices(changes, organizationId, contents.map(notice)));
const rowsOf = (organizationId: number) => suite.database.client.outboxCall.findMany({ where: { organizationId }, orderBy: { id: 'asc' } });

async function newOrganization(): Promise<number> {
  return (await new Rows(suite.database).organization()).id;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('timed out');
    await wait(20);
  }
}
const untilDelivered = (organizationId: number) =>
  until(async () => (await rowsOf(organizationId)).every(({ givenUpAt }) => givenUpAt !== null));

function signalled(): [Promise<void>, () => void] {
  let signal: () => void = () => undefined;
  const signalling = new Promise<void>((resolve) => {
    signal = resolve;
  });
  return [signalling, () => signal()];
}

describe('an outbox call of a change', () => {
  it('is made after the commit, in order, once, and its row is deleted', async () => {
    const organizationId = await newOrganization();
    for (const name of ['a', 'b', 'c']) await change(organizationId, `${name}1`, `${name}2`);
    await untilDelivered(organizationId);
    expect(received.get(organizationId)).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
    expect(await rowsOf(organizationId)).toEqual([]);
  });

  it('is not made if the change is rolled back', async () => {
    const organizationId = await newOrganization();
    const undone = log.change(organizationId, async (_, changes) => {
      enqueueNotices(changes, organizationId, [notice('never')]);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await rowsOf(organizationId)).toEqual([]);
  });

  it('is made by another process if its own died right after the commit', async () => {
    const organizationId = await newOrganization();
    await suite.database.client.outboxCall.createMany({
      data: ['first', 'second'].map((content) => ({
        organizationId,
        service: 'messaging',
        name: 'sendNotice',
        input: { organizationId, key: content, notice: notice(content) },
      })),
    });
    await relay.sweep();
    await untilDelivered(organizationId);
    expect(received.get(organizationId)).toEqual(['first', 'second']);
  });

  it('is repeated after a failure, before the calls after it', async () => {
    const organizationId = await newOrganization();
    faults.set(organizationId, [new Error('fell over')]);
    await change(organizationId, 'fails once', 'waits');
    await untilDelivered(organizationId);
    expect(received.get(organizationId)).toEqual(['fails once', 'fails once', 'waits']);
  });

  it('is dropped and kept if the service rejects it, and does not block the calls after it', async () => {
    const organizationId = await newOrganization();
    faults.set(organizationId, [apiErrors.malformedRequest()]);
    await change(organizationId, 'refused', 'goes on');
    await until(async () => received.get(organizationId)?.length === 2 && (await rowsOf(organizationId)).length === 1);
    expect(received.get(organizationId)).toEqual(['refused', 'goes on']);
    expect(await rowsOf(organizationId)).toMatchObject([{ givenUpAt: expect.any(Date), attempts: 1 }]);
  });

  it('does not delay another organization by its failures', async () => {
    const [broken, sound] = [await newOrganization(), await newOrganization()];
    faults.set(
      broken,
      Array.from({ length: 3 }, () => new Error('fell over')),
    );
    await change(broken, 'fails');
    await change(sound, 'comes');
    await until(async () => received.get(sound) !== undefined);
    expect(received.get(sound)).toEqual(['comes']);
    expect(await rowsOf(broken)).toHaveLength(1);
    faults.delete(broken);
    await untilDelivered(broken);
  });

  it('is released by a process that stops during the call, and repeated by another at once', async () => {
    const organizationId = await newOrganization();
    const leaving = await suite.start('channels', LeavingModule, config);
    const [receiving, isReceived] = signalled();
    const [answer, mayAnswer] = signalled();
    hold.set(organizationId, { onReceived: isReceived, until: answer });
    const changes = leaving.app.get(EventLog, { strict: false });
    await changes.change(organizationId, async (_, log) => enqueueNotices(log, organizationId, [notice('handed over')]));
    await receiving;
    hold.delete(organizationId);
    await leaving.stop();
    expect(await rowsOf(organizationId)).toHaveLength(1);
    await relay.sweep();
    await until(async () => (await rowsOf(organizationId)).length === 0);
    mayAnswer();
    expect(received.get(organizationId)).toEqual(['handed over', 'handed over']);
  });

  it('must be declared safe to retry', async () => {
    const organizationId = await newOrganization();
    const unsafe = { ...sendNotice, safeToRetry: false };
    const owing = log.change(organizationId, async (_, changes) =>
      changes.enqueue(unsafe, { organizationId, key: 'k', notice: notice('x') }),
    );
    await expect(owing).rejects.toThrow('not declared safe');
    expect(sendMessage.safeToRetry).toBe(false);
  });
});
