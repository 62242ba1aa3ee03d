import { drain } from '../load/drain.js';
import { callOk } from '../load/http-client.js';
import { sumOf } from '../measure/amounts.js';
import { EventLoops } from '../measure/event-loops.js';
import { untilQuiet, withoutIdle } from '../measure/idle.js';
import type { Amounts } from '../measure/processor-clock.js';
import { mean, percentile } from '../measure/statistics.js';
import { credentials, type Person, type PlaceName } from '../prepare/places.js';
import type { Row } from '../report/row.js';
import { deleteQueue, queueIdOf } from './registers.js';
import { personOf } from './requests.js';
import type { Bench, Scenario } from './scenario.js';

const PLACE = 'metropolis' satisfies PlaceName;
const PEOPLE = 10;
const ROUNDS = 6;
const ROUNDS_QUICK = 3;
/** Within it the processes get quiet after an answer. */
const SETTLE_MS = 10_000;
const BYTES_PER_MB = 1_000_000;

/** What one answer is. Returns its bytes, and what must be done afterwards, which is not measured. */
type Ask = (bench: Bench, person: Person, headers: Readonly<Record<string, string>>) => Promise<{ bytes: number; tidy?(): Promise<void> }>;

const register: Ask = async (bench, person, headers) => {
  const { bytes, head } = await drain('POST', `${bench.target.base_url}/api/v1/register`, { ...credentials(person), ...headers });
  // A compressed head cannot be read. These queues end by themselves.
  if (head.startsWith('\x1f')) return { bytes };
  const queueId = queueIdOf(head);
  return { bytes, tidy: () => deleteQueue(bench, { person, queueId }) };
};

const listUsers: Ask = async (bench, person, headers) => {
  const { bytes } = await drain('GET', `${bench.target.base_url}/api/v1/users`, { ...credentials(person), ...headers });
  return { bytes };
};

interface Round {
  readonly used: Amounts;
  readonly blocks: Amounts;
  readonly ms: number;
  readonly bytes: number;
}

interface Kind {
  readonly suffix: string;
  readonly atOnce: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Runs before each round and is not measured. */
  before?(bench: Bench): Promise<void>;
}

/** The services were just restarted, so the first answer finds nothing kept. */
const KINDS: readonly Kind[] = [
  { suffix: '', atOnce: 1 },
  { suffix: '-gzip', atOnce: 1, headers: { 'accept-encoding': 'gzip' } },
  { suffix: '-changed', atOnce: 1, before: renameSomebody },
  { suffix: '-x8', atOnce: 8 },
];

/** What is kept of the people is out of date afterwards. */
async function renameSomebody(bench: Bench): Promise<void> {
  const person = personOf(bench.place(PLACE), PEOPLE);
  await callOk('PATCH', `${bench.target.base_url}/api/v1/settings`, credentials(person), { full_name: `Renamed ${Date.now()}` });
}

/** Answers that contain everybody of an organization of 100,000, with the longest block of each event loop. */
function large(name: string, ask: Ask): Scenario {
  return {
    name,
    needs: [PLACE],
    run: async (bench) => {
      const rows: Row[] = [];
      // A busy machine may not answer in time, which is a result. The others are measured all the same.
      const measured = async (rowName: string, rounds: () => Promise<Round[]>) =>
        rows.push(
          ...(await rounds().then(
            (made) => rowsOf(rowName, made),
            (error: unknown): Row[] => [{ name: rowName, error: error instanceof Error ? error.message : String(error) }],
          )),
        );
      await measured(`${name}-first`, async () => [await round(bench, { suffix: '-first', atOnce: 1 }, ask)]);
      for (const kind of KINDS) await measured(`${name}${kind.suffix}`, () => roundsOf(bench, kind, ask));
      return rows;
    },
  };
}

async function roundsOf(bench: Bench, kind: Kind, ask: Ask): Promise<Round[]> {
  const rounds: Round[] = [];
  // One more: the first warms up.
  const total = 1 + (bench.quick ? ROUNDS_QUICK : ROUNDS);
  for (let number = 0; number < total; number += 1) rounds.push(await round(bench, kind, ask));
  return rounds.slice(1);
}

async function round(bench: Bench, { suffix, atOnce, headers = {}, before }: Kind, ask: Ask): Promise<Round> {
  await before?.(bench);
  await untilQuiet(bench.clock, bench.idle, SETTLE_MS);
  const loops = new EventLoops(bench.target);
  await loops.longestBlocks();
  const from = bench.clock.read();
  const people = Array.from({ length: atOnce }, (_, index) => personOf(bench.place(PLACE), index % PEOPLE));
  const answers = await bench.recorded(() => Promise.all(people.map((person) => ask(bench, person, headers))));
  const ms = performance.now() - from.at;
  await untilQuiet(bench.clock, bench.idle, SETTLE_MS);
  const used = withoutIdle(from, bench.clock.read(), bench.idle);
  const blocks = await loops.longestBlocks();
  for (const { tidy } of answers) await tidy?.();
  bench.progress(`  ${suffix} ${ms.toFixed(0)} ms, ${listed(used)}; longest blocks: ${listed(blocks)}`);
  const perAnswer = new Map([...used].map(([process, amount]) => [process, amount / atOnce]));
  return { used: perAnswer, blocks, ms, bytes: mean(answers.map(({ bytes }) => bytes)) };
}

/** The cost of an answer, and the longest blocks: of each process the median of all rounds, because other programs may stop a process too. */
function rowsOf(name: string, rounds: readonly Round[]): Row[] {
  const used = combined(
    rounds.map((each) => each.used),
    mean,
  );
  const blocks = combined(
    rounds.map((each) => each.blocks),
    (values) => percentile(values, 0.5),
  );
  const waits = rounds.map(({ ms }) => ms);
  const note = `${(mean(rounds.map(({ bytes }) => bytes)) / BYTES_PER_MB).toFixed(1)} MB`;
  return [
    { name, unit: 'ms per operation', total: sumOf(used), by: Object.fromEntries(used), p50: percentile(waits, 0.5), note },
    { name: `${name}-block`, unit: 'ms blocked', total: Math.max(...blocks.values()), by: Object.fromEntries(blocks) },
  ];
}

function combined(all: readonly Amounts[], of: (values: readonly number[]) => number): Map<string, number> {
  const names = [...(all[0]?.keys() ?? [])];
  return new Map(names.map((name) => [name, of(all.map((each) => each.get(name) ?? 0))]));
}

function listed(amounts: Amounts): string {
  const shown = [...amounts].filter(([, ms]) => ms >= 1).map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
  return shown.length === 0 ? 'none' : shown.join(', ');
}

export const large100000: readonly Scenario[] = [large('register-100000', register), large('users-100000', listUsers)];
