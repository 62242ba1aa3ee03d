import { closedLoop } from '../load/closed-loop.js';
import { callOk } from '../load/http-client.js';
import type { Progress, Row, Scale } from '../report/row.js';
import { authorization, type Person, type Target } from '../target.js';

/** Full registrations (every field of register) in the demo organization. */
export async function measureRegister(target: Target, people: readonly Person[], scale: Scale, progress: Progress): Promise<Row[]> {
  const rows: Row[] = [];
  for (const concurrency of [1, 8]) rows.push(await measure(target, people, scale, concurrency, 'register', progress));
  return rows;
}

/** The same where the organization has as many accounts as the other scenarios have made. */
export async function measureLargeRegister(target: Target, people: readonly Person[], scale: Scale, progress: Progress): Promise<Row[]> {
  const [person] = people;
  if (person === undefined) throw new Error('nobody to register as');
  const { members } = await callOk('GET', `${target.base_url}/api/v1/users`, { authorization: authorization(person) });
  const accounts = Array.isArray(members) ? members.length : 0;
  return [await measure(target, people, scale, 1, `register, ${accounts} accounts`, progress)];
}

/** Each registration makes a queue; they are deleted outside the clock. */
async function measure(
  target: Target,
  people: readonly Person[],
  scale: Scale,
  concurrency: number,
  label: string,
  progress: Progress,
): Promise<Row> {
  const scenario = `${label}, ${concurrency} at once`;
  progress(scenario);
  const queues: { headers: Record<string, string>; queueId: string }[] = [];
  const measured = await closedLoop({ concurrency, durationMs: scale.durationMs, warmUpMs: scale.warmUpMs }, async (worker) => {
    const person = people[worker % people.length];
    if (person === undefined) throw new Error('nobody to register as');
    const headers = { authorization: authorization(person) };
    const answer = await callOk('POST', `${target.base_url}/api/v1/register`, headers);
    queues.push({ headers, queueId: String(answer.queue_id) });
  });
  for (const { headers, queueId } of queues) await callOk('DELETE', `${target.base_url}/api/v1/events`, headers, { queue_id: queueId });
  return { scenario, measured: { p50: measured.p50, p95: measured.p95, p99: measured.p99, perSecond: measured.perSecond } };
}
