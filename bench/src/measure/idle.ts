import { setTimeout as delay } from 'node:timers/promises';
import { type Amounts, type ProcessorClock, type Reading, usedBetween } from './processor-clock.js';
import { percentile } from './statistics.js';

/** Anything that tells processor time: the clock of real processes, or a made-up one in specs. */
export type Clock = Pick<ProcessorClock, 'read'>;

const SAMPLE_MS = 100;
/** A share of one processor. Below it nothing but timers is at work. */
const QUIET_BELOW = 0.06;
const QUIET_SAMPLES = 2;
const IDLE_WINDOWS = 5;

/**
 * What processes use without any request: milliseconds of processor time for each second. First waits until they are quiet. The median of five
 * windows for each process, because something such as a vacuum may happen in one.
 */
export async function measureIdle(clock: Clock, durationMs: number): Promise<Amounts> {
  await untilQuiet(clock, new Map(), durationMs * 2);
  const windows: Amounts[] = [];
  for (let number = 0; number < IDLE_WINDOWS; number += 1) {
    const from = clock.read();
    await delay(durationMs / IDLE_WINDOWS);
    const until = clock.read();
    windows.push(new Map([...usedBetween(from, until)].map(([name, used]) => [name, (used * 1000) / (until.at - from.at)])));
  }
  const names = [...(windows[0]?.keys() ?? [])];
  return new Map(
    names.map((name) => [
      name,
      percentile(
        windows.map((used) => used.get(name) ?? 0),
        0.5,
      ),
    ]),
  );
}

/** What was used between two readings, without what the same processes use in that time while they are idle. */
export function withoutIdle(from: Reading, until: Reading, idle: Amounts): Map<string, number> {
  const seconds = (until.at - from.at) / 1000;
  return new Map([...usedBetween(from, until)].map(([name, used]) => [name, used - (idle.get(name) ?? 0) * seconds]));
}

/** Waits until work that follows an answer is done, such as the delivery of events. Bounded, because a vacuum may go on for long. */
export async function untilQuiet(clock: Clock, idle: Amounts, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  let quiet = 0;
  let last = clock.read();
  while (quiet < QUIET_SAMPLES && performance.now() < deadline) {
    await delay(SAMPLE_MS);
    const now = clock.read();
    const busyMs = [...withoutIdle(last, now, idle).values()].reduce((sum, used) => sum + used, 0);
    quiet = busyMs / (now.at - last.at) < QUIET_BELOW ? quiet + 1 : 0;
    last = now;
  }
}
