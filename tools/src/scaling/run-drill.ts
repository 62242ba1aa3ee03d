import { setTimeout as delay } from 'node:timers/promises';
import { ClearError } from '../terminal/clear-error.js';
import { meanOf, wantedReplicas } from './autoscaler.js';
import type { ChartTarget } from './chart-target.js';
import type { Moment, Run } from './plot-run.js';

const SAMPLE_MS = 2_500;
/** A window of the signal without load, then with it, and after each change. */
const CALM_SECONDS = 20;
const STEP_SECONDS = 10;
const AFTER_SECONDS = 45;
const FIRST_RATE = 2;
const RATE_GROWTH = 1.4;
const MAX_RATE = 600;
const MAX_REPLICAS = 4;

/** What the drill acts on. */
export interface Stage {
  /** Cores of each replica of event-queue. */
  signal(): Promise<Readonly<Record<string, number>>>;
  /** Sets the number of requests in a second. */
  load(rate: number): void;
  /** How many requests were answered until now. */
  answered(): number;
  scale(replicas: number): Promise<void>;
  say(line: string): void;
}

/**
 * Raises the load until an autoscaler would add a replica, adds it, and goes on with the same load. Then the load ends, and the replica is removed as
 * soon as fewer are wanted. Fails if the signal does not rise, does not fall below the target afterwards, or rises above it when the replica is gone.
 */
export async function runDrill(stage: Stage, { percent, cores: target }: ChartTarget): Promise<Run> {
  const began = performance.now();
  const now = () => (performance.now() - began) / 1000;
  const moments: Moment[] = [];
  const marks: { seconds: number; text: string }[] = [];
  let rate = FIRST_RATE;
  const note = (text: string) => {
    marks.push({ seconds: now(), text });
    stage.say(text);
  };
  let before = { at: now(), answered: stage.answered() };
  const sample = async (): Promise<readonly number[]> => {
    await delay(SAMPLE_MS);
    const cores = await stage.signal();
    const after = { at: now(), answered: stage.answered() };
    const answered = (after.answered - before.answered) / (after.at - before.at);
    before = after;
    moments.push({ seconds: now(), rate, answered, cores });
    const shown = Object.entries(cores).map(([name, value]) => `${name} ${value.toFixed(2)}`);
    stage.say(
      `${now().toFixed(0).padStart(4)} s  ${String(rate).padStart(4)} sends a second, ${answered.toFixed(0).padStart(4)} answered  ${shown.join('  ')}`,
    );
    return Object.values(cores);
  };
  const during = async (seconds: number): Promise<readonly number[]> => {
    const until = now() + seconds;
    let last: readonly number[] = [];
    while (now() < until) last = await sample();
    return last;
  };

  stage.load(rate);
  let signals = await during(CALM_SECONDS);
  if (wantedReplicas(signals, target, MAX_REPLICAS) > 1)
    throw new ClearError(`${target} cores are used without load: choose a higher --utilization.`);
  note('the load rises');
  let wanted = 1;
  while (wanted === 1) {
    rate = Math.ceil(rate * RATE_GROWTH);
    if (rate > MAX_RATE) throw new ClearError(`The signal does not reach ${target} cores: choose a lower --utilization.`);
    stage.load(rate);
    signals = await during(STEP_SECONDS);
    wanted = wantedReplicas(signals, target, MAX_REPLICAS);
  }
  note(`${lately(moments)} sends a second: ${meanOf(signals).toFixed(2)} cores, ${wanted} replicas are wanted`);
  await stage.scale(wanted);
  note(`${wanted} replicas run`);
  signals = await during(AFTER_SECONDS);
  if (meanOf(signals) > target)
    throw new ClearError(`With ${wanted} replicas the mean is still ${meanOf(signals).toFixed(2)} cores, above ${target}.`);
  note(`${lately(moments)} sends a second: ${meanOf(signals).toFixed(2)} cores each`);
  rate = FIRST_RATE;
  stage.load(rate);
  note('the load is gone');
  // Longer than the window of the signal. The HorizontalPodAutoscaler waits for its stabilization window instead.
  signals = await during(AFTER_SECONDS);
  const fewer = wantedReplicas(signals, target, MAX_REPLICAS);
  if (fewer >= wanted) throw new ClearError(`Without load ${fewer} replicas are wanted: choose a higher --utilization.`);
  note(`${meanOf(signals).toFixed(2)} cores each: ${fewer} ${fewer === 1 ? 'is' : 'are'} enough`);
  await stage.scale(fewer);
  note(`${fewer} ${fewer === 1 ? 'replica runs' : 'replicas run'}`);
  signals = await during(AFTER_SECONDS);
  if (wantedReplicas(signals, target, MAX_REPLICAS) > fewer)
    throw new ClearError(
      `With ${fewer} again the mean is ${meanOf(signals).toFixed(2)} cores, above ${target}: replicas would come and go.`,
    );
  note(`${meanOf(signals).toFixed(2)} cores`);
  return { percent, title: `Event-queue is scaled from 1 to ${wanted} replicas and back to ${fewer}`, target, moments, marks };
}

/** Answered requests in a second, of the last step. */
function lately(moments: readonly Moment[]): string {
  return meanOf(moments.slice(-Math.floor((STEP_SECONDS * 1000) / SAMPLE_MS)).map(({ answered }) => answered)).toFixed(0);
}
