import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ApiError, SYSTEM_VISITOR } from '@parley/contracts';
import { SERVICE_CALLS } from '@parley/contracts/registry';
import { Database, dbInt, firstRow, mayChange, Prisma, rows } from '@parley/persistence';
import { RpcClient } from '@parley/rpc';
import { METRICS, Runtime } from '@parley/runtime';
import { z } from 'zod';
import { EventLog, type OutboxQueue } from './event-log.js';

const SWEEP_MS = 2_000;
const STOP_MS = 1_000;
/** A call that is being made is reserved for its process for this long. */
const CLAIM_SECONDS = 15;
const MAX_PAUSE_SECONDS = 60;
/** About three quarters of an hour. After that, any failure but 503 (the service is unavailable) ends the delivery. */
const MAX_ATTEMPTS = 50;
const UNAVAILABLE = 503;

const claimedRow = z.object({ id: dbInt, name: z.string(), input: z.unknown(), attempts: z.int() });
type Claimed = z.output<typeof claimedRow>;
const queueRow = z.object({ organizationId: z.int(), service: z.string() });

/**
 * The outbox relay. It makes the calls that committed changes stored with `ChangeLog.enqueue`, immediately after the commit, and retries until they
 * succeed. If a process dies during a call, any other process that sweeps repeats it, so each call is made at least once. Calls of one organization
 * to one service are made in the order of the changes; a failing call delays those after it.
 *
 * What must never happen: a call is lost because its process died, or a call blocks its queue forever. A call that the service rejects, or that
 * failed too often, is given up: it is logged, and its row stays in the table.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly outcomes;
  private timer: NodeJS.Timeout | undefined;
  private readonly stop = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
    private readonly runtime: Runtime,
    eventLog: EventLog,
  ) {
    this.outcomes = runtime.metrics.counter(METRICS.outboxCalls);
    eventLog.onEnqueued((queues) => {
      for (const queue of queues) this.startDelivery(queue);
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), SWEEP_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    clearInterval(this.timer);
    // Calls that are under way are released, so that another process can make them.
    await Promise.race([Promise.all(this.underWay.values()), delay(STOP_MS, undefined, { ref: false })]);
  }

  private get isStopping(): boolean {
    return this.stop.signal.aborted;
  }

  /** Finds calls that are due, for example because the process that claimed them died. */
  async sweep(): Promise<void> {
    try {
      for (const queue of await this.dueQueues()) this.startDelivery(queue);
    } catch (err) {
      this.runtime.logger.warn({ err }, 'outbox sweep failed');
    }
  }

  /** Runs after the current delivery of the same queue, which may already have looked for more calls. */
  private startDelivery(queue: OutboxQueue): void {
    if (this.isStopping) return;
    const key = `${queue.organizationId} ${queue.service}`;
    const working = (this.underWay.get(key) ?? Promise.resolve())
      .then(() => this.deliverAll(queue))
      .catch((err: unknown) => this.runtime.logger.warn({ err, ...queue }, 'outbox delivery failed'))
      .finally(() => {
        if (this.underWay.get(key) === working) this.underWay.delete(key);
      });
    this.underWay.set(key, working);
  }

  private async deliverAll(queue: OutboxQueue): Promise<void> {
    for (;;) {
      const claimed = this.isStopping ? undefined : await this.claim(queue);
      if (claimed === undefined || !(await this.deliver(queue, claimed))) return;
    }
  }

  /** Returns whether the next call of the queue may follow. */
  private async deliver(queue: OutboxQueue, { id, name, input, attempts }: Claimed): Promise<boolean> {
    const outcome = (value: string) => this.outcomes.inc({ call: name, outcome: value });
    try {
      const declared = SERVICE_CALLS.find((call) => call.name === name && call.service === queue.service);
      if (declared === undefined) throw new Error('this version does not know the call');
      // The acknowledgment is enough: an answer that does not parse must not repeat a call that was executed.
      await this.rpc.callForRawJson(declared, declared.input.parse(input), SYSTEM_VISITOR, { signal: this.stop.signal });
    } catch (err) {
      if (this.isStopping) {
        await this.postpone(queue, id, 0);
        return false;
      }
      const isOver = isRefusal(err) || (attempts >= MAX_ATTEMPTS && !isUnavailable(err));
      const about = { err, ...queue, call: name, outboxCall: String(id), attempts };
      outcome(isOver ? 'given-up' : 'failed');
      if (isOver) this.runtime.logger.error(about, 'outbox call given up');
      else this.runtime.logger.warn(about, 'outbox call failed');
      await (isOver ? this.giveUp(queue, id) : this.postpone(queue, id, Math.min(2 ** (attempts - 1), MAX_PAUSE_SECONDS)));
      return isOver;
    }
    outcome('ok');
    await this.database.direct.$executeRaw`DELETE FROM outbox_call WHERE organization_id = ${queue.organizationId} AND id = ${id}`;
    return true;
  }

  /** Claims the first call of the queue, unless another process holds it. If two processes race, the row no longer matches for the second. */
  private claim({ organizationId, service }: OutboxQueue): Promise<Claimed | undefined> {
    return firstRow(
      this.database.direct,
      claimedRow,
      Prisma.sql`
      UPDATE outbox_call SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
      WHERE next_attempt_at <= now() AND organization_id = ${organizationId} AND given_up_at IS NULL AND id = (
        SELECT min(id) FROM outbox_call WHERE organization_id = ${organizationId} AND service = ${service} AND given_up_at IS NULL)
      RETURNING id, name, input, attempts`,
    );
  }

  private async postpone({ organizationId }: OutboxQueue, id: number, seconds: number): Promise<void> {
    await this.database.direct.$executeRaw`
      UPDATE outbox_call SET next_attempt_at = now() + make_interval(secs => ${seconds}) WHERE organization_id = ${organizationId} AND id = ${id}`;
  }

  private async giveUp({ organizationId }: OutboxQueue, id: number): Promise<void> {
    await this.database.direct.$executeRaw`
      UPDATE outbox_call SET given_up_at = now() WHERE organization_id = ${organizationId} AND id = ${id}`;
  }

  private dueQueues(): Promise<OutboxQueue[]> {
    return rows(
      this.database.direct,
      queueRow,
      Prisma.sql`
      SELECT DISTINCT organization_id AS "organizationId", service FROM outbox_call c
      WHERE given_up_at IS NULL AND next_attempt_at <= now() AND ${mayChange(Prisma.sql`c.organization_id`)} LIMIT 1000`,
    );
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.status === UNAVAILABLE;
}
