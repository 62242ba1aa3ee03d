import { snapshotEventId } from '@parley/contracts';
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
import { LiveOrganizations } from './live-organizations.js';
import { type Poll, type Polled, pollArguments, toPolled } from './poll-request.js';
import { defaultLimits, MAX_QUEUES_PER_PERSON, type MaxQueues, type QueueLimits } from './queue-limits.js';
import type { QueueCommands } from './queue-redis.js';
import { createArguments, type Finished, type InspectedQueue, type NewQueue, toFinished, toInspected } from './queue-state.js';
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
 * The queues and the index of every organization, in Redis (layout: `scripts/prelude.ts`). Each method runs one script, which is atomic.
 * `prefix` separates installations and tests.
 *
 * What must hold: a queue's ids strictly increase; an entry is never appended twice; the index is the state of the log at the cursor; an
 * ended queue leaves nothing.
 */
export class QueueStore {
  readonly live: LiveOrganizations;

  constructor(
    private readonly redis: QueueCommands,
    private readonly prefix: string,
    readonly limits: QueueLimits = defaultLimits,
  ) {
    this.live = new LiveOrganizations(redis, prefix);
  }

  /** Null if the organization has no index (never used, or Redis was wiped). */
  async cursor(organizationId: number): Promise<Cursor | null> {
    const [seq, incarnation, phase] = await this.redis.hmGet(`${this.base(organizationId)}o`, ['seq', 'inc', 'phase']);
    if (seq === null || seq === undefined) return null;
    return { seq: reply.integer(seq), incarnation: incarnation ?? '', phase: phase === 'indexing' ? 'indexing' : '' };
  }

  async append(organizationId: number, step: Append): Promise<Appended> {
    return toAppended(await this.run('append', organizationId, appendArguments(step, this.limits)));
  }

  async appendEphemeral(organizationId: number, at: LogPosition, body: string, queues: string[]): Promise<AppendedEphemeral> {
    const args = [String(at.seq), body, String(this.limits.maxLengthForEphemeral), at.incarnation, ...queues];
    return toAppendedEphemeral(await this.run('appendEphemeral', organizationId, args));
  }

  /**
   * Returns the cursor at which the queue went live, null if the organization has no index of this incarnation of the log, or 'full' if it has as
   * many queues as it may have.
   */
  async create(organizationId: number, queue: NewQueue): Promise<number | null | 'full'> {
    const [status, seq] = reply.list(await this.run('create', organizationId, createArguments(queue, this.limits)));
    if (status === 'full') return 'full';
    return status === 'unbuilt' ? null : reply.integer(seq);
  }

  /**
   * Makes the queue begin after the snapshot at `seq`, and ends other queues of its account, and of the bots of the same owner, so that they
   * have no more than `most`. Null if the queue is gone.
   */
  async finish(
    organizationId: number,
    queueId: string,
    seq: number,
    { ofAccount, ofBots }: MaxQueues = { ofAccount: MAX_QUEUES_PER_PERSON },
  ): Promise<Finished | null> {
    const position = snapshotEventId(seq);
    const ofOwner = ofBots === undefined ? ['', ''] : [String(ofBots.ownerId), String(ofBots.most)];
    const args = [queueId, String(position), String(position + 1), String(ofAccount), ...ofOwner];
    return toFinished(await this.run('finish', organizationId, args), position);
  }

  /** Runs one script for all requests. Returns the answers in the order of `requests`. */
  async poll(organizationId: number, requests: readonly Poll[]): Promise<Polled[]> {
    const args = [String(this.limits.holdMs), String(this.limits.maxAnswerEntries), ...pollArguments(requests)];
    return reply.list(await this.run('poll', organizationId, args)).map(toPolled);
  }

  /** Ends the user's queue. Returns the waiter to wake, if a poll was held, or null if the user has no queue with this id. */
  async remove(organizationId: number, queueId: string, userId: number): Promise<{ waiter: string | null } | null> {
    const [status, waiter] = reply.list(await this.run('remove', organizationId, [queueId, String(userId)]));
    return status === 'bad' ? null : { waiter: reply.text(waiter) || null };
  }

  /** The client that waited has disconnected. Returns false if another request is waiting by now. */
  async detach(organizationId: number, queueId: string, waiter: string): Promise<boolean> {
    return reply.integer(await this.run('detach', organizationId, [queueId, waiter])) === 1;
  }

  /** Removes the remains of expired queues. Live queues are not changed. */
  async clean(organizationId: number, queues: string[]): Promise<number> {
    return queues.length === 0 ? 0 : reply.integer(await this.run('clean', organizationId, queues));
  }

  /** Removes the remains of every expired queue of the organization, and marks idle queues. Returns how many had expired. */
  async sweep(organizationId: number): Promise<number> {
    let position = '0';
    let cleaned = 0;
    do {
      const [next, count] = reply.list(await this.run('sweep', organizationId, [position, String(this.limits.idleAfterMs)]));
      position = reply.text(next);
      cleaned += reply.integer(count);
    } while (position !== '0');
    return cleaned;
  }

  /** The queues that the last sweep found idle and that were not polled since. */
  async idleAmong(organizationId: number, queues: readonly string[]): Promise<Set<string>> {
    const key = `${this.base(organizationId)}iq`;
    if (queues.length === 0) return new Set();
    const idle = await this.redis.smIsMember(key, [...queues]);
    return new Set(queues.filter((_, index) => idle[index] === 1));
  }

  async countQueues(organizationId: number): Promise<number> {
    return this.redis.sCard(`${this.base(organizationId)}qs`);
  }

  /** Every poll that is held on a queue of the organization. */
  async waiters(organizationId: number): Promise<Waiter[]> {
    const held = await this.redis.hGetAll(`${this.base(organizationId)}gw`);
    return Object.entries(held).map(([queueId, waiter]) => ({ queueId, waiter }));
  }

  /** All queues of the organization. The result may contain queues that expired a moment ago. */
  async allQueues(organizationId: number): Promise<string[]> {
    return this.redis.sMembers(`${this.base(organizationId)}qs`);
  }

  /** The current state of those queues that are live. */
  async inspect(organizationId: number, queues: readonly string[]): Promise<InspectedQueue[]> {
    if (queues.length === 0) return [];
    return toInspected(await this.run('inspect', organizationId, [...queues]), queues);
  }

  /** The queues of an audience, according to the current index. The result may contain queues that expired a moment ago. */
  async queuesOf(organizationId: number, audience: Audience): Promise<string[]> {
    const base = this.base(organizationId);
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
  async descriptors(organizationId: number, queues: readonly string[]): Promise<(string | null)[]> {
    const base = this.base(organizationId);
    return Promise.all(queues.map((queue) => this.redis.hGet(`${base}q:${queue}`, 'descriptor')));
  }

  async beginBuild(organizationId: number, token: string, staleMs: number): Promise<'built' | 'busy' | 'claimed'> {
    const answer = await this.run('beginBuild', organizationId, [token, String(staleMs)]);
    if (answer === 'claimed') await this.live.add([organizationId]);
    if (answer === 'built' || answer === 'busy' || answer === 'claimed') return answer;
    throw new reply.UnexpectedReply('a claim', answer);
  }

  /** False if another builder has taken over. */
  async loadUsers(organizationId: number, token: string, users: readonly LoadedUser[]): Promise<boolean> {
    const args = [token, ...loadArguments(users)];
    return (await this.run('loadUsers', organizationId, args)) === 'ok';
  }

  /** False if another builder has taken over. */
  async commitBuild(organizationId: number, token: string, at: LogPosition): Promise<boolean> {
    return (await this.run('commitBuild', organizationId, [token, String(at.seq), at.incarnation])) === 'ok';
  }

  /**
   * Ends every queue, because the log cannot be followed from this cursor. Returns null if the cursor has moved, because then it can be
   * followed.
   */
  async reset(organizationId: number, at: LogPosition): Promise<Waiter[] | null> {
    const [status, held] = reply.list(await this.run('reset', organizationId, [String(at.seq), at.incarnation]));
    return status === 'moved' ? null : toWaiters(held);
  }

  /**
   * Drops the index of an organization without queues, if it has been without for `afterMs` since a call first found it so. Returns whether
   * there is no index now.
   */
  async forgetIndex(organizationId: number, afterMs: number): Promise<boolean> {
    if ((await this.run('forgetIndex', organizationId, [String(afterMs), 'look'])) === 'kept') return false;
    // Removed first. If a builder starts after the drop, it adds the organization again. If a queue was registered in between, this does.
    await this.live.remove(organizationId);
    if ((await this.run('forgetIndex', organizationId, [String(afterMs), 'drop'])) === 'kept') {
      await this.live.add([organizationId]);
      return false;
    }
    while (reply.integer(await this.run('clearIndex', organizationId, [])) > 0);
    return true;
  }

  /** Removes everything of an organization that is deleted. It has no clients any more, so no gateway is woken. */
  async purge(organizationId: number): Promise<void> {
    await this.live.remove(organizationId);
    await this.run('purge', organizationId, []);
    while (reply.integer(await this.run('clearIndex', organizationId, [])) > 0);
  }

  private run(script: keyof typeof scripts, organizationId: number, args: string[]): Promise<unknown> {
    return runInChildSpan(`redis ${script}`, REDIS, () => scripts[script].run(this.redis, this.base(organizationId), args));
  }

  /** The braces are Redis Cluster's hash tag: all keys of an organization are in one slot. */
  private base(organizationId: number): string {
    return `${this.prefix}{${organizationId}}:`;
  }
}
