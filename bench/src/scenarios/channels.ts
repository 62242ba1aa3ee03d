import { closedLoop } from '../load/closed-loop.js';
import { callOk } from '../load/http-client.js';
import type { Progress, Row, Scale } from '../report/row.js';
import type { Summary } from '../stats.js';
import { authorization, type Person, type Target } from '../target.js';
import { addAccounts, createChannel, nestPermission } from './prepare.js';

const CROWD_CHANNELS = 20;
const MANY_CHANNELS = 500;
const NESTED_GROUPS = 1_000;

/** Subscribing many users in one call, registering with many channels, and posting with a permission from deeply nested groups. */
export async function measureChannels(target: Target, people: readonly Person[], scale: Scale, progress: Progress): Promise<Row[]> {
  const [person] = people;
  if (person === undefined) throw new Error('the demo has no people');
  const headers = { authorization: authorization(person) };
  const run = Date.now().toString(36);
  return [
    await subscribeCrowd(target, person, headers, scale.crowd, run, progress),
    await registerWithManyChannels(target, headers, scale, run, progress),
    await postThroughNestedGroups(target, people, headers, scale, run, progress),
  ];
}

async function subscribeCrowd(
  target: Target,
  person: Person,
  headers: Record<string, string>,
  crowd: number,
  run: string,
  progress: Progress,
): Promise<Row> {
  const scenario = `subscribe ${crowd} people to ${CROWD_CHANNELS} channels in one call`;
  progress(scenario);
  const principals = await addAccounts(target, person.user_id, crowd, `crowd-${run}`);
  const subscriptions = Array.from({ length: CROWD_CHANNELS }, (_, n) => ({ name: `crowd ${run} ${n}` }));
  const startedAt = performance.now();
  await callOk('POST', `${target.base_url}/api/v1/users/me/subscriptions`, headers, {
    subscriptions: JSON.stringify(subscriptions),
    principals: JSON.stringify(principals),
  });
  const elapsedMs = performance.now() - startedAt;
  return { scenario, measured: { p50: elapsedMs, perSecond: (crowd * CROWD_CHANNELS * 1000) / elapsedMs } };
}

async function registerWithManyChannels(
  target: Target,
  headers: Record<string, string>,
  scale: Scale,
  run: string,
  progress: Progress,
): Promise<Row> {
  const scenario = `register, ${MANY_CHANNELS} channels, organization of ${scale.crowd}`;
  progress(scenario);
  const subscriptions = Array.from({ length: MANY_CHANNELS }, (_, n) => ({ name: `many ${run} ${n}` }));
  await callOk('POST', `${target.base_url}/api/v1/users/me/subscriptions`, headers, { subscriptions: JSON.stringify(subscriptions) });
  const measured = await closedLoop({ concurrency: 1, durationMs: scale.durationMs, warmUpMs: scale.warmUpMs }, async () => {
    await callOk('POST', `${target.base_url}/api/v1/register`, headers);
  });
  return { scenario, measured: figures(measured) };
}

/** Compared with a channel of the same kind in which everyone may post. */
async function postThroughNestedGroups(
  target: Target,
  people: readonly Person[],
  headers: Record<string, string>,
  scale: Scale,
  run: string,
  progress: Progress,
): Promise<Row> {
  const scenario = `send, permission through ${NESTED_GROUPS} nested groups`;
  progress(scenario);
  const [person] = people;
  if (person === undefined) throw new Error('no user to send as');
  const plain = await measureSend(target, headers, scale, await createChannel(target, people, `plain ${run}`));
  const channelId = await createChannel(target, people, `nested ${run}`);
  await nestPermission(target, channelId, person.user_id, NESTED_GROUPS);
  const nested = await measureSend(target, headers, scale, channelId);
  return {
    scenario,
    measured: figures(nested),
    ceiling: figures(plain),
    ratio: nested.perSecond / plain.perSecond,
    ratioOf: 'sends where everybody may',
  };
}

function measureSend(target: Target, headers: Record<string, string>, scale: Scale, channelId: number): Promise<Summary> {
  return closedLoop({ concurrency: 1, durationMs: scale.durationMs, warmUpMs: scale.warmUpMs }, async () => {
    await callOk('POST', `${target.base_url}/api/v1/messages`, headers, {
      type: 'channel',
      to: String(channelId),
      topic: 'bench',
      content: 'hello',
    });
  });
}

function figures(summary: Summary) {
  return { p50: summary.p50, p95: summary.p95, p99: summary.p99, perSecond: summary.perSecond };
}
