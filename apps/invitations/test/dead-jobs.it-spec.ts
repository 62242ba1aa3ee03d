import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ServiceCall, SYSTEM_VISITOR } from '@parley/contracts';
import { listDeadJobs, retryDeadJob, retryDeadJobs } from '@parley/contracts/invitations';
import { Jobs, job } from '@parley/jobs';
import { expectSoon, TestSuite } from '@parley/testing';
import { z } from 'zod';
import { invitationsConfig } from '../src/config.js';
import { InvitationsServiceModule } from '../src/invitations-service.module.js';

const deliver = { ...job('tests-deliver', z.object({ organizationId: z.int(), to: z.string() })), attempts: 1 };

let suite: TestSuite;
let jobs: Jobs;
let isBroken: boolean;
const delivered: string[] = [];

beforeAll(async () => {
  suite = await TestSuite.open();
  const service = await suite.start('invitations', InvitationsServiceModule, invitationsConfig, { LOG_LEVEL: 'silent' });
  jobs = service.app.get(Jobs);
  jobs.handle(deliver, async ({ to }) => {
    if (isBroken) throw new Error(`no mail for ${to}`);
    delivered.push(to);
  });
}, 60_000);
afterAll(() => suite.close());

describe('the operator', () => {
  it('lists dead jobs, and retries one', async () => {
    await die('ann@acme.example', 'mail-1');
    const { counts, jobs: listed } = await ask(listDeadJobs);
    expect(counts).toContainEqual({ queue: 'tests-deliver', dead: 1 });
    expect(listed).toEqual([
      {
        queue: 'tests-deliver',
        id: 'mail-1',
        payload: { organizationId: 7, to: '(hidden)' },
        reason: 'no mail for (hidden)',
        attempts: 1,
        diedAtMs: expect.any(Number),
      },
    ]);
    isBroken = false;
    const one = { queue: 'tests-deliver', id: 'mail-1' };
    expect(await suite.rpc.call(retryDeadJob, one, SYSTEM_VISITOR)).toEqual({ isRetried: true });
    expect(await suite.rpc.call(retryDeadJob, one, SYSTEM_VISITOR)).toEqual({ isRetried: false });
    await expectSoon(async () => delivered, ['ann@acme.example']);
  });

  it('retries all', async () => {
    await die('bob@acme.example', 'mail-2');
    await die('cid@acme.example', 'mail-3');
    isBroken = false;
    expect(await ask(retryDeadJobs)).toEqual({ retried: 2, left: 0 });
    await expectSoon(async () => delivered, ['ann@acme.example', 'bob@acme.example', 'cid@acme.example']);
    expect(await ask(retryDeadJobs)).toEqual({ retried: 0, left: 0 });
  });
});

function ask<O>(call: ServiceCall<Record<string, never>, O>): Promise<O> {
  return suite.rpc.call(call, {}, SYSTEM_VISITOR);
}

async function die(to: string, key: string): Promise<void> {
  isBroken = true;
  await jobs.enqueue(deliver, { organizationId: 7, to }, key);
  await expectSoon(async () => (await ask(listDeadJobs)).jobs.map(({ id }) => id), expect.arrayContaining([key]));
}
