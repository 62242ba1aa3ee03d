import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { EventLoopWatch, MAX_BLOCKED_MS, REPORTED_MS } from './event-loop-watch.js';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Longer than the bound, by more than the beat of the watch. */
const BLOCK_MS = MAX_BLOCKED_MS + 2_000;

describe('liveness', () => {
  let child: ChildProcess | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
  });

  it('is not answered while the event loop is blocked, and is 503 when the block has ended', async () => {
    const started = spawn(
      process.execPath,
      ['--import', pathOf('../../../tools/typescript/register.mjs'), pathOf('./fixtures/blocked-process.ts')],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    child = started;
    const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
    const url = `${String((await lines.next()).value)}/health/live`;
    const live = async (patienceMs: number) => {
      const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
      return { code: answer.status, body: await answer.json() };
    };
    expect(await live(20_000)).toEqual({ code: 200, body: { status: 'ok' } });

    started.stdin.write(`${BLOCK_MS}\n`);
    expect((await lines.next()).value).toBe('blocked');
    await expect(live(1_000)).rejects.toThrow('timeout');
    const after = await live(20_000);
    expect(after).toEqual({ code: 503, body: { status: 'blocked', event_loop_blocked_seconds: expect.any(Number) } });
  });
});

describe('the chart', () => {
  const chart = readFileSync(pathOf('../../../deploy/helm/parley/templates/deployments.yaml'), 'utf8');
  const [, period = '', patience = ''] = /livenessProbe:\n.*\n\s+periodSeconds: (\d+)\n\s+timeoutSeconds: (\d+)/.exec(chart) ?? [];

  it('waits for a blocked event loop as long as the watch, and asks before the watch forgets', () => {
    expect(Number(patience) * 1000).toBe(MAX_BLOCKED_MS);
    expect(Number(period) * 1000).toBeLessThan(REPORTED_MS);
  });
});

describe('the watch of the event loop', () => {
  let now = 0;
  const watch = new EventLoopWatch(() => now);
  watch.stop();

  it('reports the last long block for a while, and no short ones', () => {
    const after = (ms: number) => {
      now += ms;
      return watch.recentBlockMs();
    };
    expect(after(MAX_BLOCKED_MS)).toBeUndefined();
    expect(after(MAX_BLOCKED_MS + 3_000)).toBe(MAX_BLOCKED_MS + 2_000);
    expect(after(MAX_BLOCKED_MS + 2_000)).toBe(MAX_BLOCKED_MS + 1_000);
    for (let waited = 0; waited < REPORTED_MS; waited += 1_000) expect(after(1_000)).toBe(MAX_BLOCKED_MS + 1_000);
    expect(after(1_000)).toBeUndefined();
  });
});
