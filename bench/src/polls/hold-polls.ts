import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { countHeldPolls } from '../load/count-held-polls.js';
import { callOk } from '../load/http-client.js';
import { scaled, sumOf } from '../measure/amounts.js';
import { type Amounts, ProcessorClock, usedBetween } from '../measure/processor-clock.js';
import { credentials, type Person, type Place } from '../prepare/places.js';
import { prepareOrganization } from '../prepare/prepare-place.js';
import type { Row } from '../report/row.js';
import type { Target } from '../target.js';
import type { Report } from './poll-worker.js';
import { PollWorkers } from './poll-workers.js';

/** Of the drill: enough that each event-queue has some. */
const ORGANIZATIONS = 32;
const PEOPLE = 100;
const PLAN = { people: PEOPLE, channels: 1, channelsEach: 1, crowds: [PEOPLE], messages: 0, halfRead: true };
const HELD_MS = 30_000;
/** For everything that must happen, on slow machines too. */
const WITHIN_MS = 300_000;
const LOOK_MS = 200;
const KILLED = 'event-queue';

export interface PollsDrill {
  /** Reads the running processes, because one that is killed has a successor. */
  target(): Target;
  readonly client: pg.Client;
  readonly polls: number;
  say(text: string): void;
}

/**
 * Holds many polls in many organizations. Measures what that costs at rest, sends a message to everyone, kills an event-queue and sends again.
 * @throws Error if a queue ended, or did not receive each message once
 */
export async function holdPolls(drill: PollsDrill): Promise<Row[]> {
  const { say, polls } = drill;
  say(`${ORGANIZATIONS} organizations with ${PEOPLE} people each`);
  const places: Place[] = [];
  while (places.length < ORGANIZATIONS)
    places.push(await prepareOrganization(drill.target(), drill.client, `polls-${places.length}`, PLAN));
  const everyone = Array.from({ length: PEOPLE }, (_, n) => places.flatMap(({ people }) => people[n] ?? [])).flat();
  const owners = Array.from({ length: polls }, (_, n) => everyone[n % everyone.length]).filter((person) => person !== undefined);
  const workers = PollWorkers.start(drill.target());
  try {
    return await measure(drill, workers, places, owners);
  } finally {
    workers.stop();
  }
}

async function measure(drill: PollsDrill, workers: PollWorkers, places: readonly Place[], owners: readonly Person[]): Promise<Row[]> {
  const { say } = drill;
  const count = owners.length;
  const clock = new ProcessorClock(drill.target().processes.map(({ service, pid }) => ({ name: service, pid })));
  const timed = async (work: () => Promise<unknown>): Promise<{ seconds: number; used: Amounts }> => {
    const from = clock.read();
    await work();
    const until = clock.read();
    return { seconds: (until.at - from.at) / 1_000, used: usedBetween(from, until) };
  };
  const row = (name: string, unit: NonNullable<Row['unit']>, by: Amounts, note: string): Row => ({
    ...{ name, unit, note, total: sumOf(by), by: Object.fromEntries(by) },
  });

  say(`registers ${count} queues`);
  const registered = await timed(async () => checked(await workers.register(owners)));
  say(`registered in ${registered.seconds.toFixed(0)} s, begins to poll`);
  const atRest = clock.memory();
  await workers.hold();
  await until('all polls are held', async () => (await countHeldPolls(drill.target())) >= count * 0.99);
  say(`held, measures for ${HELD_MS / 1_000} s`);
  const held = await timed(() => delay(HELD_MS));
  const memory = clock.memory();

  const deliverAll = async (round: number) => {
    await Promise.all(places.map((place) => sendTo(drill.target(), place)));
    await until(`message ${round} is everywhere`, async () => checked(await workers.report()).received >= round * count);
  };
  const delivered = await timed(() => deliverAll(1));
  say(`one message to each organization: ${count} deliveries in ${delivered.seconds.toFixed(1)} s`);
  await until('all polls are held again', async () => (await countHeldPolls(drill.target())) >= count * 0.99);

  const victim = drill.target().processes.find(({ service }) => service === KILLED);
  if (victim === undefined) throw new Error('there is no event-queue');
  process.kill(victim.pid, 'SIGKILL');
  const killedAt = performance.now();
  await deliverAll(2);
  const afterKill = (performance.now() - killedAt) / 1_000;
  say(`${victim.name} killed, and one message to each organization: ${count} deliveries in ${afterKill.toFixed(1)} s`);

  const { received, repeated, retried, failures } = await workers.report();
  if (failures.length > 0 || repeated > 0 || received !== 2 * count)
    throw new Error(`of ${2 * count} deliveries ${received} arrived, ${repeated} twice; failures: ${failures.join('; ') || 'none'}`);
  say(`every queue received each message once; ${retried} polls were repeated`);
  const growth = new Map([...memory].map(([name, kb]) => [name, kb / 1_024]));
  return [
    row('register', 'ms per operation', scaled(registered.used, 1 / count), `${registered.seconds.toFixed(0)} s in all`),
    row('held', 'ms per second', scaled(held.used, 1 / held.seconds), `${count} polls, which end and begin again once a minute`),
    row(
      'deliver',
      'us per recipient',
      scaled(delivered.used, 1_000 / count),
      `${delivered.seconds.toFixed(1)} s in all, with the next polls`,
    ),
    row('memory-with-queues', 'MB', new Map([...atRest].map(([name, kb]) => [name, kb / 1_024])), 'before the first poll'),
    row('memory-with-polls', 'MB', growth, 'all polls held'),
    {
      name: 'deliver-after-kill',
      unit: 'ms per operation',
      p50: afterKill * 1_000,
      note: `wall time, from the kill of ${victim.name} to the last delivery`,
    },
  ];
}

async function sendTo(target: Target, { people: [sender], crowds }: Place): Promise<void> {
  if (sender === undefined) throw new Error('an organization has no people');
  await callOk('POST', `${target.base_url}/api/v1/messages`, credentials(sender), {
    type: 'channel',
    to: String(crowds[PEOPLE]),
    topic: 'drill',
    content: 'To everyone',
  });
}

/** @throws Error for a queue that ended or was not registered: what is waited for would not happen */
function checked(report: Report): Report {
  if (report.failures.length > 0) throw new Error(report.failures.join('; '));
  return report;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await delay(LOOK_MS);
  }
}
