import { setTimeout as delay } from 'node:timers/promises';
import { type Ceiling, startCeiling } from '../ceiling/start-ceiling.js';
import { deleteQueues, pollOnce, registerQueues } from '../load/held-queues.js';
import { call, callOk } from '../load/http-client.js';
import type { Progress, Row, Scale } from '../report/row.js';
import { type Summary, summarize } from '../stats.js';
import { authorization, type Person, type Target } from '../target.js';
import { createChannel } from './prepare.js';

/** Time for new polls to be held before the next message is sent. */
const SETTLE_MS = 1_000;

/** One message to many held polls: latency from the accepted send to each client, and deliveries per second. */
export async function measureDelivery(target: Target, people: readonly Person[], scale: Scale, progress: Progress): Promise<Row[]> {
  const rows: Row[] = [];
  const channelId = await createChannel(target, people, `bench delivery ${Date.now()}`);
  for (const count of scale.heldPolls) {
    progress(`delivery to ${count} held polls, ceiling`);
    const ceiling = await measureCeiling(count, scale.deliveries);
    progress(`delivery to ${count} held polls`);
    const measured = await measureSuite(target, people, channelId, count, scale.deliveries);
    rows.push({
      scenario: `deliver to ${count} held polls`,
      measured: figures(measured),
      ceiling: figures(ceiling),
      ratio: measured.perSecond / ceiling.perSecond,
      ratioOf: 'deliveries a second',
    });
  }
  return rows;
}

async function measureSuite(target: Target, people: readonly Person[], channelId: number, count: number, rounds: number): Promise<Summary> {
  const queues = await registerQueues(target, people, count);
  const [sender] = people;
  if (sender === undefined) throw new Error('no user to send as');
  const latencies: number[] = [];
  let busyMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const polls = queues.map((queue) => pollOnce(target, queue));
    await delay(SETTLE_MS);
    const sentAt = performance.now();
    await callOk(
      'POST',
      `${target.base_url}/api/v1/messages`,
      { authorization: authorization(sender) },
      {
        type: 'channel',
        to: String(channelId),
        topic: 'delivery',
        content: 'x'.repeat(300),
      },
    );
    const received = await Promise.all(polls);
    latencies.push(...received.map((at) => at - sentAt));
    busyMs += Math.max(...received) - sentAt;
  }
  await deleteQueues(target, queues);
  return summarize(latencies, busyMs);
}

async function measureCeiling(count: number, rounds: number): Promise<Summary> {
  const ceiling = await startCeiling('poll-ceiling');
  try {
    const latencies: number[] = [];
    let busyMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      const polls = Array.from({ length: count }, () => call('GET', `${ceiling.url}/poll`, {}).then(() => performance.now()));
      await untilHeld(ceiling, count);
      const sentAt = performance.now();
      await call('POST', `${ceiling.url}/publish`, {});
      const received = await Promise.all(polls);
      latencies.push(...received.map((at) => at - sentAt));
      busyMs += Math.max(...received) - sentAt;
    }
    return summarize(latencies, busyMs);
  } finally {
    ceiling.stop();
  }
}

export async function untilHeld(ceiling: Ceiling, count: number): Promise<void> {
  for (;;) {
    const answer = await call('GET', `${ceiling.url}/held`, {});
    if ((JSON.parse(answer.body) as { held: number }).held >= count) return;
    await delay(50);
  }
}

function figures(summary: Summary) {
  return { p50: summary.p50, p95: summary.p95, p99: summary.p99, perSecond: summary.perSecond };
}
