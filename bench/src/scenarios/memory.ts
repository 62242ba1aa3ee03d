import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { startCeiling } from '../ceiling/start-ceiling.js';
import { deleteQueues, pollOnce, registerQueues } from '../load/held-queues.js';
import { call, callOk } from '../load/http-client.js';
import type { Progress, Row, Scale } from '../report/row.js';
import { authorization, type Person, type Target } from '../target.js';
import { untilHeld } from './delivery.js';
import { createChannel } from './prepare.js';

const SETTLE_MS = 5_000;

/** Memory of the gateways per held poll, compared with a bare server. */
export async function measureMemory(target: Target, people: readonly Person[], scale: Scale, progress: Progress): Promise<Row[]> {
  const count = scale.memoryPolls;
  progress(`memory of ${count} held polls, ceiling`);
  const ceiling = await measureCeiling(count);
  progress(`memory of ${count} held polls`);
  const gateways = target.processes.filter((process) => process.name.startsWith('gateway'));
  const queues = await registerQueues(target, people, count);
  const before = residentKilobytes(gateways.map((gateway) => gateway.pid));
  const polls = queues.map((queue) => pollOnce(target, queue));
  await delay(SETTLE_MS);
  const after = residentKilobytes(gateways.map((gateway) => gateway.pid));
  await releaseAll(target, people);
  await Promise.all(polls);
  await deleteQueues(target, queues);
  const measured = (after - before) / count;
  return [
    {
      scenario: `memory per held poll, ${count} held`,
      measured: { kilobytes: measured },
      ceiling: { kilobytes: ceiling },
      ratio: ceiling / measured,
      ratioOf: 'memory of the bare server',
    },
  ];
}

async function releaseAll(target: Target, people: readonly Person[]): Promise<void> {
  const channelId = await createChannel(target, people, `bench memory ${Date.now()}`);
  const [sender] = people;
  if (sender === undefined) throw new Error('no user to send as');
  await callOk(
    'POST',
    `${target.base_url}/api/v1/messages`,
    { authorization: authorization(sender) },
    { type: 'channel', to: String(channelId), topic: 'end', content: 'end' },
  );
}

async function measureCeiling(count: number): Promise<number> {
  const ceiling = await startCeiling('poll-ceiling');
  try {
    const before = residentKilobytes([ceiling.pid]);
    const polls = Array.from({ length: count }, () => call('GET', `${ceiling.url}/poll`, {}));
    await untilHeld(ceiling, count);
    const after = residentKilobytes([ceiling.pid]);
    await call('POST', `${ceiling.url}/publish`, {});
    await Promise.all(polls);
    return (after - before) / count;
  } finally {
    ceiling.stop();
  }
}

function residentKilobytes(pids: readonly number[]): number {
  const listed = execFileSync('ps', ['-o', 'rss=', '-p', pids.join(',')], { encoding: 'utf8' });
  return listed
    .trim()
    .split(/\s+/)
    .reduce((sum, kilobytes) => sum + Number(kilobytes), 0);
}
