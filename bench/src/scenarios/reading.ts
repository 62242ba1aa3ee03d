import { closedLoop } from '../load/closed-loop.js';
import { callOk } from '../load/http-client.js';
import type { Progress, Row, Scale } from '../report/row.js';
import type { Summary } from '../stats.js';
import { authorization, type Person, type Target } from '../target.js';
import { fillArchive, type MessageArchive, PHRASE } from './message-archive.js';

const PAGE = 100;
const MARKED_AT_ONCE = 5_000;

interface Ask {
  readonly name: string;
  readonly narrow: readonly { readonly operator: string; readonly operand: string | number | readonly number[] }[];
  readonly anchor?: string | number;
}

/** Pages of 100 messages by narrow, searches, and marking as read, in an organization with many messages. Ratio: to a page of a small channel. */
export async function measureReading(target: Target, people: readonly Person[], scale: Scale, progress: Progress): Promise<Row[]> {
  const [reader, colleague] = people;
  if (reader === undefined || colleague === undefined) throw new Error('the demo has too few people');
  const headers = { authorization: authorization(reader) };
  const archive = await fillArchive(target, people, scale.archivedMessages, Date.now().toString(36), progress);
  const page = (ask: Ask) => {
    progress(`page of ${ask.name}`);
    return measurePage(target, headers, scale, ask);
  };
  const small = await page({ name: 'a small channel', narrow: [{ operator: 'channel', operand: archive.smallChannelId }] });
  const rows: Row[] = [];
  for (const ask of asks(archive, colleague))
    rows.push(row(`page of ${ask.name}, ${scale.archivedMessages} messages`, await page(ask), small));
  rows.push(await measureMarking(target, headers, archive, small, progress));
  return rows;
}

function asks({ largestChannelId, topic, middleId }: MessageArchive, colleague: Person): Ask[] {
  const channel = { operator: 'channel', operand: largestChannelId };
  const is = (operand: string): Ask => ({ name: `is:${operand}`, narrow: [{ operator: 'is', operand }] });
  const search = (operand: string, name = `search ${operand}`): Ask => ({ name, narrow: [{ operator: 'search', operand }] });
  return [
    { name: 'the feed', narrow: [] },
    { name: 'the feed from its middle', narrow: [], anchor: middleId },
    { name: 'the largest channel', narrow: [channel] },
    { name: 'the largest channel, deep in it', narrow: [channel], anchor: middleId },
    { name: 'a topic', narrow: [channel, { operator: 'topic', operand: topic }] },
    { name: 'a conversation', narrow: [{ operator: 'dm', operand: [colleague.user_id] }] },
    is('dm'),
    { name: 'a sender', narrow: [{ operator: 'sender', operand: colleague.user_id }] },
    is('mentioned'),
    is('starred'),
    is('unread'),
    { name: 'has:reaction', narrow: [{ operator: 'has', operand: 'reaction' }] },
    { name: 'has:link', narrow: [{ operator: 'has', operand: 'link' }] },
    { name: 'the first unread', narrow: [], anchor: 'first_unread' },
    search('meeting', 'search, a word in 80%'),
    search('budget', 'search, a word in 1%'),
    search('zebra', 'search, a word in 5 of 100,000'),
    search('nowhere', 'search, a word in none'),
    search(`"${PHRASE}"`, 'search, a phrase'),
    { name: 'search in the largest channel', narrow: [{ operator: 'search', operand: 'budget' }, channel] },
  ];
}

function measurePage(target: Target, headers: Record<string, string>, scale: Scale, { narrow, anchor = 'newest' }: Ask): Promise<Summary> {
  return closedLoop({ concurrency: 1, durationMs: scale.durationMs / 2, warmUpMs: scale.warmUpMs / 2 }, async () => {
    await callOk('GET', `${target.base_url}/api/v1/messages`, headers, {
      anchor: String(anchor),
      num_before: String(anchor === 'newest' ? PAGE : PAGE / 2),
      num_after: String(anchor === 'newest' ? 0 : PAGE / 2),
      narrow: JSON.stringify(narrow),
    });
  });
}

/** Each call marks other messages. Marking single messages writes rows. */
async function measureMarking(
  target: Target,
  headers: Record<string, string>,
  { unreadIds }: MessageArchive,
  small: Summary,
  progress: Progress,
): Promise<Row> {
  const scenario = `marking ${MARKED_AT_ONCE} messages read`;
  progress(scenario);
  const latencies: number[] = [];
  for (let from = 0; from + MARKED_AT_ONCE <= unreadIds.length && latencies.length < 5; from += MARKED_AT_ONCE) {
    const startedAt = performance.now();
    await callOk('POST', `${target.base_url}/api/v1/messages/flags`, headers, {
      messages: JSON.stringify(unreadIds.slice(from, from + MARKED_AT_ONCE)),
      op: 'add',
      flag: 'read',
    });
    latencies.push(performance.now() - startedAt);
  }
  const p50 = [...latencies].sort((a, b) => a - b)[Math.floor(latencies.length / 2)];
  if (p50 === undefined) throw new Error('too few unread messages');
  return {
    scenario,
    measured: { p50, perSecond: (MARKED_AT_ONCE * 1000) / p50 },
    ceiling: figures(small),
    ratio: p50 / small.p50,
    ratioOf: RATIO_OF,
  };
}

const RATIO_OF = 'a page of a small channel';

function row(scenario: string, measured: Summary, small: Summary): Row {
  return { scenario, measured: figures(measured), ceiling: figures(small), ratio: measured.p50 / small.p50, ratioOf: RATIO_OF };
}

function figures({ p50, p95, p99, perSecond }: Summary) {
  return { p50, p95, p99, perSecond };
}
