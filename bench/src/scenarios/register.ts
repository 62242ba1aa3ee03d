import { closedLoop } from '../load/closed-loop.js';
import { callOk } from '../load/http-client.js';
import type { Progress, Row, Scale } from '../report/row.js';
import { authorization, type Person, type Target } from '../target.js';

/** Full registrations (every field of register), each with a queue that is deleted again outside the clock. */
export async function measureRegister(target: Target, people: readonly Person[], scale: Scale, progress: Progress): Promise<Row[]> {
  const rows: Row[] = [];
  for (const concurrency of [1, 8]) {
    progress(`register, ${concurrency} at once`);
    const queues: { headers: Record<string, string>; queueId: string }[] = [];
    const measured = await closedLoop({ concurrency, durationMs: scale.durationMs, warmUpMs: scale.warmUpMs }, async (worker) => {
      const person = people[worker % people.length];
      if (person === undefined) throw new Error('nobody to register as');
      const headers = { authorization: authorization(person) };
      const answer = await callOk('POST', `${target.base_url}/api/v1/register`, headers);
      queues.push({ headers, queueId: String(answer.queue_id) });
    });
    for (const { headers, queueId } of queues) await callOk('DELETE', `${target.base_url}/api/v1/events`, headers, { queue_id: queueId });
    rows.push({
      scenario: `register, ${concurrency} at once`,
      measured: { p50: measured.p50, p95: measured.p95, p99: measured.p99, perSecond: measured.perSecond },
    });
  }
  return rows;
}
