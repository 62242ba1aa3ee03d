import { snapshotEventId } from '@parley/contracts';
import type { Lane } from '@parley/contracts/event-queue';
import type { LogPosition } from '@parley/event-log';
import { runInChildSpan } from '@parley/runtime';
import {
  type Append,
  type Appended,
  type AppendedEphemeral,
  appendArguments,
  type Cursor,
  toAppended,
  toAppendedEphemeral,
} from './append-step.js';
import { type Audience, type LoadedUser, loadArguments } from './audience.js';
import { LiveLanes } from './live-lanes.js';
import { type Poll, type Polled, pollArguments, toPolled } from './poll-request.js';
import { defaultLimits, MAX_QUEUES_PER_PERSON, type MaxQueues, type QueueLimits } from './queue-limits.js';
import type { QueueCommands } from './queue-redis.js';
import {
  createArguments,
  type Finished,
  type InspectedQueue,
  isNotHere,
  type NewQueue,
  type NotHere,
  toFinished,
  toInspected,
} from './queue-state.js';
import { Script } from './script.js';
import * as reply from './script-reply.js';
import { append } from './scripts/append.js';
import { appendEphemeral } from './scripts/append-ephemeral.js';
import { beginBuild, commitBuild, loadUsers, reset } from './scripts/build-index.js';
import { clearIndex, forgetIndex, purge } from './scripts/forget-index.js';
import { inspect } from './scripts/inspect.js';
import { clean, create, detach, finish, remove, sweep } from './scripts/lifecycle.js';
import { poll } from './scripts/poll.js';
import { toWaiters, type Waiter } from './waiter.js';

const REDIS = { kind: 'client', attributes: { 'db.system.name': 'redis' } } as const;

const scripts = {
  append: new Script(append),
  appendEphemeral: new Script(appendEphemeral),
  create: new Script(create),
  finish: new Script(finish),
  remove: new Script(remove),
  detach: new Script(detach),
  clean: new Script(clean),
  inspect: new Script(inspect),
  sweep: new Script(sweep),
  poll: new Script(poll),
  beginBuild: new Script(beginBuild),
  loadUsers: new Script(loadUsers),
  commitBuild: new Script(commitBuild),
  reset: new Script(reset),
  forgetIndex: new Script(forgetIndex),
  clearIndex: new Script(clearIndex),
  purge: new Script(purge),
};

/**
 * The queues and the index of every lane, in Redis (layout: `scripts/prelude.ts`). Each method runs one script, which is atomic.
 * `prefix` separates installations and tests.
 *
 * What must hold: a queue's ids strictly increase; an entry is never appended twice; the index is the state of the log at the cursor; an
 * ended queue leaves nothing.
 */
export class QueueStore {
  readonly live: LiveLanes;

  constructor(
    readonly redis: QueueCommands,
    private readonly prefix: string,
    readonly limits: QueueLimits = defaultLimits,
  ) {
    this.live = new LiveLanes(redis, prefix);
  }

  /** Null if the lane has no index (never used, or Redis was wiped). */
  async cursor(lane: Lane): Promise<Cursor | null> {
    const [seq, incarnation, phase, limit] = await this.redis.hmGet(`${this.base(lane)}o`, ['seq', 'inc', 'phase', 'limit']);
    if (seq === null || seq === undefined) return null;
    const cursor: Cursor = { seq: reply.integer(seq), incarnation: incarnation ?? '', phase: phase === 'indexing' ? 'indexing' : '' };
    return limit === null || limit === undefined ? cursor : { ...cursor, limit: reply.integer(limit) };
  }

  async append(lane: Lane, step: Append): Promise<Appended> {
    return toAppended(await this.run('append', lane, appendArguments(step, this.limits)));
  }

  async appendEphemeral(lane: Lane, at: LogPosition, body: string, queues: string[]): Promise<AppendedEphemeral> {
    const args = [String(at.seq), body, String(this.limits.maxLengthForEphemeral), at.incarnation, ...queues];
    return toAppendedEphemeral(await this.run('appendEphemeral', lane, args));
  }

  /**
   * Returns the cursor at which the queue went live, null if the lane has no index of this incarnation of the log, 'full' if it has as many
   * queues as it may have, or 'leaving' if its queues move to other lanes.
   */
  async create(lane: Lane, queue: NewQueue): Promise<number | null | 'full' | 'leaving'> {
    const [status, seq] = reply.list(await this.run('create', lane, createArguments(queue, this.limits)));
    if (status === 'full' || status === 'leaving') return status;
    return status === 'unbuilt' ? null : reply.integer(seq);
  }

  /**
   * Makes the queue begin after the snapshot at `seq`, and ends other queues of its account, and of the bots of the same owner, so that they
   * have no more than `most`.
   */
  async finish(
    lane: Lane,
    queueId: string,
    seq: number,
    { ofAccount, ofBots }: MaxQueues = { ofAccount: MAX_QUEUES_PER_PERSON },
  ): Promise<Finished | NotHere> {
    const position = snapshotEventId(seq);
    const ofOwner = ofBots === undefined ? ['', ''] : [String(ofBots.ownerId), String(ofBots.most)];
    const args = [queueId, String(position), String(position + 1), String(ofAccount), ...ofOwner];
    return toFinished(await this.run('finish', lane, args), position);
  }

  /** Runs one script for all requests. Returns the answers in the order of `requests`. */
  async poll(lane: Lane, requests: readonly Poll[]): Promise<Polled[]> {
    const args = [String(this.limits.holdMs), String(this.limits.maxAnswerEntries), ...pollArguments(requests)];
    return reply.list(await this.run('poll', lane, args)).map(toPolled);
  }

  /** Ends the user's queue. Returns the waiter to wake, if a poll was held. */
  async remove(lane: Lane, queueId: string, userId: number): Promise<{ waiter: string | null } | NotHere> {
    const [status, waiter] = reply.list(await this.run('remove', lane, [queueId, String(userId)]));
    return isNotHere(status) ? status : { waiter: reply.text(waiter) || null };
  }

  /** The client that waited has disconnected. `kept`: another request is waiting by now. */
  async detach(lane: Lane, queueId: string, waiter: string): Promise<'detached' | 'kept' | NotHere> {
    const status = await this.run('detach', lane, [queueId, waiter]);
    if (status === 'detached' || status === 'kept' || isNotHere(status)) return status;
    throw new reply.UnexpectedReply('the outcome of a detach', status);
  }

  /** Removes the remains of expired queues. Live queues are not changed. */
  async clean(lane: Lane, queues: string[]): Promise<number> {
    return queues.length === 0 ? 0 : reply.integer(await this.run('clean', lane, queues));
  }

  /** Removes the remains of every expired queue of the lane, and marks idle queues. Returns how many had expired. */
  async sweep(lane: Lane): Promise<number> {
    let position = '0';
    let cleaned = 0;
    do {
      const [next, count] = reply.list(await this.run('sweep', lane, [position, String(this.limits.idleAfterMs)]));
      position = reply.text(next);
      cleaned += reply.integer(count);
    } while (position !== '0');
    return cleaned;
  }

  /** The queues that the last sweep found idle and that were not polled since. */
  async idleAmong(lane: Lane, queues: readonly string[]): Promise<Set<string>> {
    const key = `${this.base(lane)}iq`;
    if (queues.length === 0) return new Set();
    const idle = await this.redis.smIsMember(key, [...queues]);
    return new Set(queues.filter((_, index) => idle[index] === 1));
  }

  async countQueues(lane: Lane): Promise<number> {
    return this.redis.sCard(`${this.base(lane)}qs`);
  }

  /** Every poll that is held on a queue of the lane. */
  async waiters(lane: Lane): Promise<Waiter[]> {
    const held = await this.redis.hGetAll(`${this.base(lane)}gw`);
    return Object.entries(held).map(([queueId, waiter]) => ({ queueId, waiter }));
  }

  /** All queues of the lane. The result may contain queues that expired a moment ago. */
  async allQueues(lane: Lane): Promise<string[]> {
    return this.redis.sMembers(`${this.base(lane)}qs`);
  }

  /** The current state of those queues that are live. */
  async inspect(lane: Lane, queues: readonly string[]): Promise<InspectedQueue[]> {
    if (queues.length === 0) return [];
    return toInspected(await this.run('inspect', lane, [...queues]), queues);
  }

  /** The queues of an audience, according to the current index. The result may contain queues that expired a moment ago. */
  async queuesOf(lane: Lane, audience: Audience): Promise<string[]> {
    const base = this.base(lane);
    const sets = [
      ...(audience.users ?? []).map((user) => `${base}uq:${user}`),
      ...(audience.channels ?? []).map((channel) => `${base}cq:${channel}`),
      ...(audience.roles ?? []).map((role) => `${base}rq:${role}`),
    ];
    const { publicChannel } = audience;
    const others = publicChannel === undefined ? [] : await this.redis.sDiff([`${base}pq`, `${base}cq:${publicChannel}`]);
    const [only] = sets;
    if (only === undefined) return others;
    const queues = sets.length === 1 ? await this.redis.sMembers(only) : await this.redis.sUnion(sets);
    return others.length === 0 ? queues : [...new Set([...queues, ...others])];
  }

  /** The descriptor that each queue was created with; null for a queue that is gone. */
  async descriptors(lane: Lane, queues: readonly string[]): Promise<(string | null)[]> {
    const base = this.base(lane);
    return Promise.all(queues.map((queue) => this.redis.hGet(`${base}q:${queue}`, 'descriptor')));
  }

  async beginBuild(lane: Lane, token: string, staleMs: number): Promise<'built' | 'leaving' | 'busy' | 'claimed'> {
    const answer = await this.run('beginBuild', lane, [token, String(staleMs)]);
    if (answer === 'claimed') await this.live.add([lane]);
    if (answer === 'built' || answer === 'leaving' || answer === 'busy' || answer === 'claimed') return answer;
    throw new reply.UnexpectedReply('a claim', answer);
  }

  /** False if another builder has taken over. */
  async loadUsers(lane: Lane, token: string, users: readonly LoadedUser[]): Promise<boolean> {
    const args = [token, ...loadArguments(users)];
    return (await this.run('loadUsers', lane, args)) === 'ok';
  }

  /** False if another builder has taken over. `change`: the change of the number of lanes that it is built for. */
  async commitBuild(lane: Lane, token: string, at: LogPosition, change?: number): Promise<boolean> {
    return (await this.run('commitBuild', lane, [token, String(at.seq), at.incarnation, String(change ?? '')])) === 'ok';
  }

  /**
   * Ends every queue, because the log cannot be followed from this cursor. Returns null if the cursor has moved, because then it can be
   * followed.
   */
  async reset(lane: Lane, at: LogPosition): Promise<Waiter[] | null> {
    const [status, held] = reply.list(await this.run('reset', lane, [String(at.seq), at.incarnation]));
    return status === 'moved' ? null : toWaiters(held);
  }

  /**
   * Drops the index of a lane without queues, if it has been without for `afterMs` since a call first found it so. Returns whether
   * there is no index now.
   */
  async forgetIndex(lane: Lane, afterMs: number): Promise<boolean> {
    if ((await this.run('forgetIndex', lane, [String(afterMs), 'look'])) === 'kept') return false;
    // Removed first. If a builder starts after the drop, it adds the lane again. If a queue was registered in between, this does.
    await this.live.remove(lane);
    if ((await this.run('forgetIndex', lane, [String(afterMs), 'drop'])) === 'kept') {
      await this.live.add([lane]);
      return false;
    }
    while (reply.integer(await this.run('clearIndex', lane, [])) > 0);
    return true;
  }

  /** Removes everything of a lane. No gateway is woken: its organization is deleted, or its queues were ended. */
  async purge(lane: Lane): Promise<void> {
    await this.live.remove(lane);
    await this.run('purge', lane, []);
    while (reply.integer(await this.run('clearIndex', lane, [])) > 0);
  }

  private run(script: keyof typeof scripts, lane: Lane, args: string[]): Promise<unknown> {
    return runInChildSpan(`redis ${script}`, REDIS, () => scripts[script].run(this.redis, this.base(lane), args));
  }

  /** The braces are Redis Cluster's hash tag: all keys of a lane are in one slot, and those of several lanes in several. */
  base(lane: Lane): string {
    return `${this.prefix}{${lane}}:`;
  }
}
