import { afterAll, describe, expect, it } from '@jest/globals';
import { getMessages } from '@parley/contracts/messaging';
import { getMe } from '@parley/contracts/organization';
import { Actor } from '../client/actor.js';
import { organizationOf, personOf, readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { KillTargets } from '../client/kill-targets.js';
import { ClusterLoad } from './cluster-load.js';
import { summaryInWords } from './ledger.js';

const SERVICES = ['gateway', 'messaging', 'channels', 'organization', 'settings', 'invitations', 'notifications', 'event-queue'];

const demo = readDemo(process.env.PARLEY_DEMO_JSON);
const killTargets = new KillTargets();
afterAll(closeConnections);

describe('while every service is restarted, one replica after the other (P9)', () => {
  it('no request fails and no event is lost', async () => {
    const load = new ClusterLoad(demo, 20);
    await load.prepare();
    load.start();
    const reader = new Reader(new Actor(demo.base_url, personOf(organizationOf(demo, 'demo'), 400)));
    reader.start();
    for (const service of SERVICES) {
      for (const replica of [1, 2]) await killTargets.restart(`${service}-${replica}`).isBack;
    }
    await reader.stop();
    await load.finish(30_000);
    const summary = load.ledger.summary();
    const { lost, duplicated, reordered, leaked } = summary;
    process.stdout.write(
      `rolling restart: ${summaryInWords(summary)}; reads ${reader.answered} (too slow: ${reader.tooSlow}), polls repeated ${load.requestsRepeated}\n`,
    );
    expect({
      lost,
      duplicated,
      reordered,
      leaked,
      details: load.ledger.details(),
      failures: load.failures,
      failedReads: reader.failed,
    }).toEqual({
      lost: 0,
      duplicated: 0,
      reordered: 0,
      leaked: 0,
      details: [],
      failures: [],
      failedReads: [],
    });
  }, 420_000);
});

/**
 * A 503 that comes later than this is the deadline of a call on an overloaded machine, and clients repeat it. A restart itself must not cause
 * any: a service that stops would refuse at once.
 */
const OVERLOADED_AFTER_MS = 2_000;

/** Reads continuously and records everything that is not a success. */
class Reader {
  readonly failed: string[] = [];
  answered = 0;
  tooSlow = 0;
  private reading = true;
  private loop: Promise<void> | undefined;

  constructor(private readonly actor: Actor) {}

  start(): void {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.reading = false;
    await this.loop;
  }

  private async run(): Promise<void> {
    while (this.reading) {
      for (const call of [
        () => this.actor.call(getMe, {}),
        () => this.actor.call(getMessages, { anchor: 'newest', num_before: 5, num_after: 0 }),
      ]) {
        const startedAt = performance.now();
        const outcome = await call().then(
          (answer) => (answer.status === 200 ? undefined : `${answer.status} ${answer.body.msg}`),
          (error: unknown) => String(error),
        );
        const isOverload = outcome?.startsWith('503 ') === true && performance.now() - startedAt > OVERLOADED_AFTER_MS;
        if (outcome === undefined) this.answered += 1;
        else if (isOverload) this.tooSlow += 1;
        else this.failed.push(outcome);
      }
    }
  }
}
