import type { Lane } from '@parley/contracts/event-queue';
import { RESP_TYPES } from 'redis';
import type { QueueStore } from './queue-store.js';
import { Script } from './script.js';
import * as reply from './script-reply.js';
import { mendLane } from './scripts/mend-lane.js';
import { arriveQueues, claimLane, closeLane, dropTaken, openLane, raiseLimit, settleLane, takeQueues } from './scripts/move-queues.js';

const scripts = {
  claimLane: new Script(claimLane),
  openLane: new Script(openLane),
  takeQueues: new Script(takeQueues),
  arriveQueues: new Script(arriveQueues),
  dropTaken: new Script(dropTaken),
  raiseLimit: new Script(raiseLimit),
  closeLane: new Script(closeLane),
  settleLane: new Script(settleLane),
  mendLane: new Script(mendLane),
};

/** Fields of a queue in the reply of TAKE. */
const FIELDS = 8;
const WAITER = 6;
/** Of one script. */
const MAX_QUEUES = 200;
const MAX_ENTRIES = 20_000;
/** No process is behind for longer than this. */
const FORGET_LEFT_MS = 3_600_000;

/** A queue on its way to another lane. */
export interface TakenQueue {
  readonly queueId: string;
  readonly waiter: string | null;
  /** What the script of the other lane gets. */
  readonly contents: readonly (string | Buffer)[];
}

/** Moves queues from lanes to others (what must hold: `scripts/move-queues.ts`). */
export class QueueTransfer {
  private readonly binary;

  constructor(private readonly store: QueueStore) {
    this.binary = store.redis.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  }

  /** False if the lane belongs to a later change. */
  async claim(lane: Lane, token: string, change: number, isLeft: boolean): Promise<boolean> {
    return (await this.run('claimLane', lane, [token, String(change), isLeft ? '1' : '0'])) === 'ok';
  }

  /** Prepares a lane for the build of its index. */
  async open(lane: Lane, change: number): Promise<'later' | 'built' | 'open'> {
    const answer = await this.run('openLane', lane, [String(change)]);
    if (answer === 'later' || answer === 'built' || answer === 'open') return answer;
    throw new reply.UnexpectedReply('the state of a lane', answer);
  }

  /** `left`: queues that are still to be taken. */
  async take(lane: Lane, token: string, atLeast: number): Promise<'lost' | 'behind' | { left: number; taken: TakenQueue[] }> {
    const args = [token, String(MAX_QUEUES), String(MAX_ENTRIES), String(atLeast)];
    const [status, left, ...fields] = reply.list(await scripts.takeQueues.run(this.binary, this.store.base(lane), args));
    const outcome = String(status);
    if (outcome === 'lost' || outcome === 'behind') return outcome;
    const taken: TakenQueue[] = [];
    for (let first = 0; first < fields.length; first += FIELDS) {
      const contents = fields.slice(first, first + FIELDS).map(bytes);
      taken.push({ queueId: String(contents[0]), waiter: String(contents[WAITER]) || null, contents });
    }
    return { left: reply.integer(left), taken };
  }

  /** Returns the queues that cannot go on in this lane. */
  async arrive(lane: Lane, token: string, queues: readonly TakenQueue[]): Promise<ReadonlySet<string> | 'lost'> {
    const answer = await this.run('arriveQueues', lane, [token, ...queues.flatMap(({ contents }) => contents)]);
    return answer === 'lost' ? 'lost' : new Set(reply.texts(answer));
  }

  /** False if there is another mover. */
  async drop(lane: Lane, token: string, queues: readonly TakenQueue[]): Promise<boolean> {
    if (queues.length === 0) return true;
    return (await this.run('dropTaken', lane, [token, ...queues.map(({ queueId }) => queueId)])) === 'ok';
  }

  /** False if there is another mover. */
  async raise(lane: Lane, token: string, limit: number): Promise<boolean> {
    return (await this.run('raiseLimit', lane, [token, String(limit)])) === 'ok';
  }

  /** Removes what is left of a lane without queues. False if there is another mover, or if it has queues. */
  async close(lane: Lane, token: string): Promise<boolean> {
    // The lane of an organization that had one is where a release without lanes would build an index.
    const forgetAfter = typeof lane === 'number' ? '0' : String(FORGET_LEFT_MS);
    for (;;) {
      const answer = await this.run('closeLane', lane, [token, forgetAfter]);
      if (answer === 'ok') break;
      if (answer !== 'more') return false;
    }
    await this.store.live.remove(lane);
    return true;
  }

  /** False if there is another mover. */
  async settle(lane: Lane, token: string): Promise<boolean> {
    return (await this.run('settleLane', lane, [token])) === 'ok';
  }

  /** The newest change of the number of lanes that is noted in these lanes; 0 if none is. */
  async newestChange(lanes: readonly Lane[]): Promise<number> {
    const noted = await Promise.all(lanes.map((lane) => this.store.redis.hmGet(`${this.store.base(lane)}o`, ['change', 'leaving'])));
    return Math.max(0, ...noted.flat().map(Number));
  }

  /** For a lane in use: removes what is left of a change up to this one. Returns whether there was something. */
  async mend(lane: Lane, change: number): Promise<boolean> {
    return (await this.run('mendLane', lane, [String(change)])) === 1;
  }

  private run(script: keyof typeof scripts, lane: Lane, args: (string | Buffer)[]): Promise<unknown> {
    return scripts[script].run(this.store.redis, this.store.base(lane), args);
  }
}

function bytes(field: unknown): Buffer {
  if (Buffer.isBuffer(field)) return field;
  throw new reply.UnexpectedReply('bytes', field);
}
