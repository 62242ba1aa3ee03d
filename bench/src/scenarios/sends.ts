import { startCeiling } from '../ceiling/start-ceiling.js';
import { closedLoop } from '../load/closed-loop.js';
import { callOk } from '../load/http-client.js';
import type { Progress, Row, Scale } from '../report/row.js';
import type { Summary } from '../stats.js';
import { authorization, type Person, type Target } from '../target.js';
import { createChannel, fillChannel } from './prepare.js';

const CONTENT = 'The quick **brown** fox reads https://example.com/a/page and answers. '.repeat(3);

/** Sends per second and their latencies, by concurrency and by number of subscribers, compared with bare programs with the same hops. */
export async function measureSends(target: Target, people: readonly Person[], scale: Scale, progress: Progress): Promise<Row[]> {
  const run = Date.now();
  const rows: Row[] = [];
  for (const concurrency of scale.sendConcurrencies) {
    progress(`sends, ceiling, ${concurrency} at once`);
    const ceiling = await measureCeiling(target, people, concurrency, scale);
    for (const subscribers of scale.subscribers) {
      progress(`sends to ${subscribers} subscribers, ${concurrency} at once`);
      const channelId = await createChannel(target, people, `bench ${run} ${subscribers} ${concurrency}`);
      await fillChannel(target, channelId, subscribers);
      const measured = await closedLoop({ concurrency, durationMs: scale.durationMs, warmUpMs: scale.warmUpMs }, async (worker) => {
        const person = people[worker % people.length];
        if (person === undefined) throw new Error('no user to send as');
        await callOk(
          'POST',
          `${target.base_url}/api/v1/messages`,
          { authorization: authorization(person) },
          {
            type: 'channel',
            to: String(channelId),
            topic: `bench ${worker}`,
            content: CONTENT,
          },
        );
      });
      rows.push(toRow(`send, ${subscribers} subscribers, ${concurrency} at once`, measured, ceiling));
    }
  }
  return rows;
}

async function measureCeiling(target: Target, people: readonly Person[], concurrency: number, scale: Scale): Promise<Summary> {
  const [person] = people;
  if (person === undefined) throw new Error('no user to send as');
  const store = await startCeiling('send-ceiling', ['store', target.nats_url, target.database_url]);
  const edge = await startCeiling('send-ceiling', ['edge', target.nats_url, authorization(person)]);
  try {
    return await closedLoop({ concurrency, durationMs: scale.durationMs, warmUpMs: scale.warmUpMs }, async () => {
      await callOk(
        'POST',
        `${edge.url}/send`,
        { authorization: authorization(person) },
        { type: 'channel', to: '1', topic: 'bench', content: CONTENT },
      );
    });
  } finally {
    edge.stop();
    store.stop();
  }
}

function toRow(scenario: string, measured: Summary, ceiling: Summary): Row {
  return {
    scenario,
    measured: { p50: measured.p50, p95: measured.p95, p99: measured.p99, perSecond: measured.perSecond },
    ceiling: { p50: ceiling.p50, p95: ceiling.p95, p99: ceiling.p99, perSecond: ceiling.perSecond },
    ratio: ceiling.perSecond === 0 ? undefined : measured.perSecond / ceiling.perSecond,
    ratioOf: 'sends a second',
  };
}
