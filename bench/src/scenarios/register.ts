import { startCeiling } from '../ceiling/start-ceiling.js';
import { closedLoop } from '../load/closed-loop.js';
import { call, callOk } from '../load/http-client.js';
import type { Progress, Row, Scale } from '../report/row.js';
import type { Summary } from '../stats.js';
import { authorization, type Person, type Target } from '../target.js';
import { fillOrganization } from './fill-organization.js';

const CHANNELS = 200;
const CONCURRENCIES = [1, 8] as const;

/** Full registrations (all fields) in an organization of 1,000 users and 200 channels. */
export function measureRegister(target: Target, people: readonly Person[], scale: Scale, progress: Progress): Promise<Row[]> {
  return measureSize(target, people, scale, 1_000, progress);
}

/** The same with 10,000 users, and the data of the other scenarios. */
export function measureLargeRegister(target: Target, people: readonly Person[], scale: Scale, progress: Progress): Promise<Row[]> {
  return measureSize(target, people, scale, 10_000, progress);
}

async function measureSize(target: Target, people: readonly Person[], scale: Scale, size: number, progress: Progress): Promise<Row[]> {
  progress(`an organization of ${size} people and ${CHANNELS} channels`);
  await fillOrganization(target, people, { size, channels: CHANNELS });
  const rows: Row[] = [];
  for (const concurrency of CONCURRENCIES) {
    const scenario = `register, ${size} people, ${concurrency} at once`;
    progress(`${scenario}, ceiling`);
    const ceiling = await measureCeiling(target, people, scale, concurrency);
    progress(scenario);
    const measured = await measure(target, people, scale, concurrency);
    rows.push({ scenario, measured: figures(measured), ceiling: figures(ceiling), ratio: measured.perSecond / ceiling.perSecond });
  }
  return rows;
}

async function measureCeiling(target: Target, people: readonly Person[], scale: Scale, concurrency: number): Promise<Summary> {
  const ceiling = await startCeiling('register-ceiling', [target.database_url, String(people[0]?.user_id)]);
  try {
    return await closedLoop({ concurrency, durationMs: scale.durationMs, warmUpMs: scale.warmUpMs }, async () => {
      const { status, body } = await call('GET', ceiling.url, {});
      if (status !== 200) throw new Error(body);
    });
  } finally {
    ceiling.stop();
  }
}

/** Each registration creates a queue. The queues are deleted outside of the measured time. */
async function measure(target: Target, people: readonly Person[], scale: Scale, concurrency: number): Promise<Summary> {
  const queues: { headers: Record<string, string>; queueId: string }[] = [];
  const measured = await closedLoop({ concurrency, durationMs: scale.durationMs, warmUpMs: scale.warmUpMs }, async (worker) => {
    const person = people[worker % people.length];
    if (person === undefined) throw new Error('no user to register as');
    const headers = { authorization: authorization(person) };
    const answer = await callOk('POST', `${target.base_url}/api/v1/register`, headers);
    queues.push({ headers, queueId: String(answer.queue_id) });
  });
  for (const { headers, queueId } of queues) await callOk('DELETE', `${target.base_url}/api/v1/events`, headers, { queue_id: queueId });
  return measured;
}

function figures({ p50, p95, p99, perSecond }: Summary) {
  return { p50, p95, p99, perSecond };
}
