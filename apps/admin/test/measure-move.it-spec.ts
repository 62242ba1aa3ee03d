import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Caller } from '@parley/contracts';
import { sendMessage } from '@parley/contracts/messaging';
import { testEnvironment } from '@parley/runtime';
import { Rows } from '@parley/testing';
import { NOTHING_LEFT, TwoCells } from './two-cells.js';

const { PARLEY_TEST_MESSAGES } = testEnvironment();
/** PARLEY_TEST_MESSAGES=1000000 npm test -- integration measure-move: the figures of docs/operations.md. */
const MESSAGES = Number(PARLEY_TEST_MESSAGES ?? 2_500);
const TIMEOUT_MS = 300_000 + 2 * MESSAGES;
const PAUSE_MS = 10;
/** For a percentile. */
const ENOUGH = PARLEY_TEST_MESSAGES === undefined ? 10 : 1_000;

let cells: TwoCells;
beforeAll(async () => {
  cells = await TwoCells.open();
}, TIMEOUT_MS);
afterAll(() => cells.close());

/** Sends messages one after the other, and keeps how long each took. */
class Sender {
  private isRunning = true;
  private readonly took: number[] = [];
  private readonly loop: Promise<void>;

  constructor(private readonly caller: Caller) {
    this.loop = this.run();
  }

  async stop(): Promise<{ sent: number; p50: number; p99: number }> {
    while (this.took.length < ENOUGH) await delay(PAUSE_MS);
    this.isRunning = false;
    await this.loop;
    const sorted = this.took.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
    return { sent: sorted.length, p50: at(0.5), p99: at(0.99) };
  }

  private async run(): Promise<void> {
    while (this.isRunning) {
      const started = performance.now();
      const message = { type: 'direct' as const, to: [this.caller.userId], content: 'beside a move', read_by_sender: undefined };
      await cells.first.rpc.call(sendMessage, message, this.caller);
      this.took.push(performance.now() - started);
      await delay(PAUSE_MS);
    }
  }
}

it(
  'a large organization moves while another one of its cell sends',
  async () => {
    const { id, stringId } = await cells.filled(MESSAGES);
    await cells.first.database.direct.$executeRaw`ANALYZE`;
    const rows = new Rows(cells.first.database);
    const organization = await rows.organization();
    const user = await rows.user(organization);
    const caller: Caller = {
      organizationId: organization.id,
      userId: user.id,
      role: 400,
      isBot: false,
      botOwnerId: null,
      clientName: 'tests',
    };
    const alone = await new Sender(caller).stop();
    const sender = new Sender(caller);
    const outcome = await cells.run(['move-organization', stringId, '--to', 'cell-2']);
    const beside = await sender.stop();
    expect(outcome.exitCode === 0 ? '' : outcome.error).toBe('');
    const purging = new Sender(caller);
    const purged = await cells.run(['purge-moved', stringId]);
    const besidePurge = await purging.stop();
    expect(purged.exitCode === 0 ? '' : purged.error).toBe('');
    expect(await cells.second.database.client.message.count({ where: { organizationId: id } })).toBe(MESSAGES);
    expect(await cells.leftovers()).toEqual(NOTHING_LEFT);
    if (PARLEY_TEST_MESSAGES === undefined) return;
    process.stderr.write(`${outcome.error}${outcome.out}${purged.out}`);
    process.stderr.write(`sends of another organization, ms: ${JSON.stringify({ alone, beside, besidePurge })}\n`);
  },
  TIMEOUT_MS,
);
