import { setTimeout as delay } from 'node:timers/promises';
import { type BareProcess, startBare } from '../bare/start-bare.js';
import { countHeldPolls } from '../load/count-held-polls.js';
import { deleteQueues, type HeldQueue, pollForMessage, registerQueues } from '../load/held-queues.js';
import { call } from '../load/http-client.js';
import { difference, meanOf, scaled, sumOf } from '../measure/amounts.js';
import { measureIdle, untilQuiet, withoutIdle } from '../measure/idle.js';
import { type Amounts, ProcessorClock, type Reading } from '../measure/processor-clock.js';
import { latenciesOf, mean, spreadOf, withoutExtremes } from '../measure/statistics.js';
import type { Row } from '../report/row.js';
import { personOf, send } from './requests.js';
import type { Bench, Scenario } from './scenario.js';
import { crowdOf, sendToChannel } from './sends.js';

const WARM_UP_ROUNDS = 3;
const WITHIN_MS = 60_000;
/** A round with few polls is cheap, so that ticks of the processor time matter. */
const FEW = 100;
const ROUNDS_OF_FEW = 4;
const US_PER_MS = 1_000;

interface Delivered {
  readonly ms: number;
  readonly perSecond: number;
}

interface Round {
  /** Of the bare program, right after. */
  readonly bare: Delivered;
  /** From the send until each poll was answered. */
  readonly latencies: readonly number[];
  readonly delivered: Amounts;
  /** What it cost to poll again. */
  readonly held: Amounts;
}

/** One send to a channel in which everyone has a held poll: the cost of the delivery, of polling again, and the memory of both. */
function deliver(count: number): Scenario {
  const name = `deliver-${count}`;
  return {
    name,
    needs: ['city'],
    run: async (bench) => {
      bench.progress(`  registers ${count} queues`);
      const atRest = bench.clock.memory();
      const queues = await registerQueues(bench.target, bench.place('city').people.slice(0, count));
      try {
        await untilQuiet(bench.clock, bench.idle, bench.timing.quietMs);
        const withQueues = bench.clock.memory();
        const { rounds, idle, withPolls } = await deliverRounds(bench, count, queues);
        return [
          ...deliveryRows(name, count, rounds),
          ...(count < 1_000
            ? []
            : [
                amountRow(`${name}-idle`, 'ms per second', idle),
                amountRow(`${name}-memory-per-queue`, 'kB', scaled(difference(withQueues, atRest), 1 / count)),
                amountRow(`${name}-memory-per-held-poll`, 'kB', scaled(difference(withPolls, withQueues), 1 / count)),
              ]),
        ];
      } finally {
        await deleteQueues(bench.target, queues);
      }
    },
  };
}

async function deliverRounds(bench: Bench, count: number, queues: readonly HeldQueue[]) {
  const server = await startBare('bare-polls');
  try {
    return await roundsBeside(bench, count, queues, server);
  } finally {
    server.stop();
  }
}

async function roundsBeside(bench: Bench, count: number, queues: readonly HeldQueue[], server: BareProcess) {
  const { clock, timing } = bench;
  // Measured again while polls are held, and while the processes are profiled, which costs time of its own.
  let { idle } = bench;
  const hold = async () => {
    const from = clock.read();
    const answers = Promise.all(queues.map((queue) => pollForMessage(bench.target, queue)));
    // If the scenario fails before it awaits them, its own failure is reported, and not that of polls whose queues it deletes then.
    answers.catch(() => undefined);
    const until = await untilHeld(bench, idle, count);
    return { answers, from, until };
  };
  let { answers, from, until } = await hold();
  const withPolls = clock.memory();
  const rounds: Round[] = [];
  const place = bench.place('city');
  const total = WARM_UP_ROUNDS + timing.windows * (count < FEW ? ROUNDS_OF_FEW : 1);
  await bench.recorded(async () => {
    idle = await measureIdle(clock, timing.idleMs);
    for (let round = 0; round < total; round += 1) {
      const before = clock.read();
      await send(bench, personOf(place, 0), sendToChannel(crowdOf(place, count)));
      const received = await answers;
      await untilQuiet(clock, idle, WITHIN_MS);
      const delivered = withoutIdle(before, clock.read(), idle);
      const bare = await bareRound(server, count);
      await untilQuiet(clock, idle, WITHIN_MS);
      ({ answers, from, until } = await hold());
      const latencies = received.map((at) => at - before.at);
      if (round >= WARM_UP_ROUNDS) rounds.push({ bare, latencies, delivered, held: withoutIdle(from, until, bench.idle) });
      bench.progress(`  round ${round + 1}: ${sumOf(delivered).toFixed(1)} ms`);
    }
  });
  await send(bench, personOf(place, 0), sendToChannel(crowdOf(place, count)));
  await answers;
  return { rounds: withoutExtremes(rounds, ({ delivered, bare }) => sumOf(delivered) / bare.ms), idle, withPolls };
}

/** The metrics are read only when the gateway is quiet, and after the reading, because they cost time of its own. */
async function untilHeld(bench: Bench, idle: Amounts, count: number): Promise<Reading> {
  const deadline = performance.now() + WITHIN_MS;
  while (performance.now() < deadline) {
    await untilQuiet(bench.clock, idle, WITHIN_MS);
    const reading = bench.clock.read();
    if ((await countHeldPolls(bench.target)) >= count) return reading;
  }
  throw new Error(`the gateway does not hold ${count} polls`);
}

function deliveryRows(name: string, count: number, rounds: readonly Round[]): Row[] {
  const delivered = scaled(meanOf(rounds.map((round) => round.delivered)), US_PER_MS / count);
  const held = scaled(meanOf(rounds.map((round) => round.held)), US_PER_MS / count);
  const whole = rounds.map((round) => new Map([...round.delivered].map(([each, ms]) => [each, ms + (round.held.get(each) ?? 0)])));
  const spread = spreadOf(rounds.map((round) => sumOf(round.delivered) / round.bare.ms));
  const bareTotal = (mean(rounds.map(({ bare }) => bare.ms)) * US_PER_MS) / count;
  const perSecond = mean(rounds.map(({ latencies }) => (latencies.length * 1_000) / Math.max(...latencies)));
  return [
    {
      ...amountRow(name, 'us per recipient', delivered),
      ...{ spread, ...latenciesOf(rounds.flatMap(({ latencies }) => latencies)), perSecond },
      bare: { name: 'bare polls', total: bareTotal, perSecond: mean(rounds.map(({ bare }) => bare.perSecond)) },
      ratio: sumOf(delivered) / bareTotal,
    },
    amountRow(`${name}-poll-again`, 'us per recipient', held),
    { ...amountRow(`${name}-whole`, 'ms per operation', meanOf(whole)), note: 'one send, all deliveries, all polls again' },
  ];
}

function amountRow(name: string, unit: NonNullable<Row['unit']>, by: Amounts): Row {
  return { name, unit, total: sumOf(by), by: Object.fromEntries(by) };
}

/** A server of a few lines that only holds and answers requests. */
async function bareRound(server: BareProcess, count: number): Promise<Delivered> {
  const clock = new ProcessorClock([{ name: 'bare', pid: server.pid }]);
  const answers = Array.from({ length: count }, () => call('GET', `${server.url}/poll`, {}).then(() => performance.now()));
  while ((await call('GET', `${server.url}/held`, {})).body !== JSON.stringify({ held: count })) await delay(50);
  const before = clock.read();
  await call('POST', `${server.url}/publish`, {});
  const received = await Promise.all(answers);
  const ms = (clock.read().used.get('bare') ?? 0) - (before.used.get('bare') ?? 0);
  return { ms, perSecond: (count * 1_000) / (Math.max(...received) - before.at) };
}

export const deliveries: readonly Scenario[] = [10, 300, 3_000].map(deliver);
