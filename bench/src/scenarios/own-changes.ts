import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { mean } from '../measure/statistics.js';
import { withDatabase } from '../prepare/database.js';
import { PLACES, type PlaceName } from '../prepare/places.js';
import { personOf, type Request, send } from './requests.js';
import { rowOf, type Scenario } from './scenario.js';

const AT_ONCE = 32;
const LOOK_MS = 10;
/** None of them shares a counter row with the next. */
const APART = ['company', 'town', 'library', 'crew'] as const satisfies readonly PlaceName[];

/** Changes that concern only the person who makes them. Their order among those of other people does not matter. */
function ownChange(count: number): Request {
  const kinds: readonly Request[] = [
    { method: 'PATCH', path: '/settings', fields: { twenty_four_hour_time: String(count % 2 === 0) } },
    { method: 'POST', path: '/users/me/status', fields: { status_text: `status ${count}` } },
    {
      method: 'POST',
      path: '/drafts',
      fields: { drafts: JSON.stringify([{ type: '', to: [], topic: '', content: `draft ${count}` }]) },
    },
  ];
  const kind = kinds[Math.floor(count / 2) % kinds.length];
  if (kind === undefined) throw new Error('there are no kinds of changes');
  return kind;
}

/** Each at once is another person. `places`: the organizations among which they are divided. */
function ownChanges(name: string, places: readonly PlaceName[], atOnce: number): Scenario {
  let count = 0;
  return {
    name,
    needs: places,
    run: (bench) =>
      withDatabase(bench.target, async (client) => {
        const work = (worker: number) => {
          const place = places[worker % places.length];
          if (place === undefined) throw new Error('there are no organizations');
          const number = Math.floor(worker / places.length) % PLACES[place].people;
          return send(bench, personOf(bench.place(place), number), ownChange(count++));
        };
        const watch = new LockWaits(client);
        const measured = await bench.measure({ concurrency: atOnce, work });
        const waiting = await watch.stop();
        return [{ ...rowOf(name, measured), note: `on average ${waiting.toFixed(1)} transactions wait for a row` }];
      }),
  };
}

/** Looks how many transactions wait for a row that another one has locked, which for these changes is the counter row. */
class LockWaits {
  private isWanted = true;
  private readonly ended: Promise<number>;

  constructor(client: pg.Client) {
    this.ended = this.look(client);
  }

  /** The mean of those looks at which anything was under way: pauses between windows do not count. */
  stop(): Promise<number> {
    this.isWanted = false;
    return this.ended;
  }

  private async look(client: pg.Client): Promise<number> {
    const counts: number[] = [];
    while (this.isWanted) {
      const { rows } = await client.query<{ busy: number; waiting: number }>(
        `SELECT count(*) FILTER (WHERE state <> 'idle')::int AS busy, count(*) FILTER (WHERE wait_event_type = 'Lock')::int AS waiting
         FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
      const [now] = rows;
      if (now !== undefined && now.busy > 0) counts.push(now.waiting);
      await delay(LOOK_MS);
    }
    return counts.length === 0 ? 0 : mean(counts);
  }
}

export const ownChangesOfMany: readonly Scenario[] = [
  ownChanges('own-changes', ['company'], 1),
  ownChanges(`own-changes-x${AT_ONCE}`, ['company'], AT_ONCE),
  ownChanges(`own-changes-x${AT_ONCE}-apart`, APART, AT_ONCE),
];
