import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { type ChangeLog, EventLog } from '@parley/event-log';
import { Database, DueTurns, isDatabaseAway, type Tx } from '@parley/persistence';
import { METRICS, Runtime, Sample } from '@parley/runtime';
import type { Delivered } from '../due-times/delivered.js';
import { SendReminder } from '../reminders/send-reminder.js';
import { MessageRenderer, type RenderInChange } from '../rendering/message-renderer.js';
import { SendScheduledMessage } from '../scheduled-messages/send-scheduled-message.js';
import {
  claimDueOrganizations,
  countAttempt,
  type DueItem,
  lookAgain,
  nextItem,
  oldestDueSeconds,
  settle,
  waitForReactivation,
} from './due.repository.js';

/** After so many messages, or so long, an organization goes to the end of the line. */
const TURN_ITEMS = 20;
const TURN_MS = 2_000;
/** Longer than a turn. If the process dies, another one takes the organization after this time. */
const CLAIM_SECONDS = 15;
/** Of one item, after unexpected errors. The pauses between them grow to half a minute. */
const MAX_ATTEMPTS = 6;
const SAMPLE_MS = 15_000;

/**
 * Sends scheduled messages and reminders when they are due, one after the other in the order of their times, and organizations in turns. Every
 * process looks each second for organizations in which something is due. What is sent and the removal of its row are one transaction, so two
 * processes that work on the same organization send nothing twice.
 *
 * What must never happen: a due row without a row of `due_organization` that leads to it, or an item whose errors hold up those after it for ever.
 */
@Injectable()
export class DeliverDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly turns: DueTurns<number>;
  private readonly outcomes;

  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly renderer: MessageRenderer,
    private readonly messages: SendScheduledMessage,
    private readonly reminders: SendReminder,
    private readonly runtime: Runtime,
  ) {
    const { metrics, logger } = runtime;
    this.turns = new DueTurns<number>({
      claim: (most) => claimDueOrganizations(database.direct, most, CLAIM_SECONDS),
      work: (organizationId) => this.turn(organizationId),
      failed: (err, organizationId) =>
        organizationId === undefined
          ? logger.warn({ err }, 'failed to look for what is due')
          : logger.error({ err, organizationId }, 'failed to send what is due'),
    });
    this.outcomes = metrics.counter(METRICS.dueItems);
    const oldest = new Sample(
      () => oldestDueSeconds(database.direct),
      SAMPLE_MS,
      (err) => logger.warn({ err }, 'failed to look for what is due'),
    );
    metrics.gauge(METRICS.dueOldestSeconds, async (gauge) => gauge.set((await oldest.read()) ?? 0));
  }

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.turns.stop();
  }

  /** Begins the turns of organizations in which something is due, as far as this process has room. */
  sweep(): Promise<void> {
    return this.turns.look();
  }

  private async turn(organizationId: number): Promise<void> {
    const end = performance.now() + TURN_MS;
    for (let sent = 0; sent < TURN_ITEMS && performance.now() < end && !this.turns.hasToStop; sent += 1) {
      if (!(await this.deliverNext(organizationId))) return;
    }
    await lookAgain(this.database.direct, organizationId, 0);
  }

  /** Returns whether more may be due. */
  private async deliverNext(organizationId: number): Promise<boolean> {
    let item: DueItem | undefined;
    try {
      // All of an organization share one place in the rendering queue; no account has the id 0.
      return await this.renderer.around({ organizationId, userId: 0 }, (render) =>
        this.eventLog.change(organizationId, async (tx, log) => {
          const next = await nextItem(tx, organizationId);
          if (next === undefined || !next.isDue) {
            await settle(tx, organizationId, next?.at);
            return false;
          }
          if (!next.isOrganizationActive) {
            await waitForReactivation(tx, organizationId, next.at);
            return false;
          }
          item = next;
          const { outcome, count } = await this.deliver(tx, log, organizationId, next, render);
          log.afterCommit(() => this.outcomes.inc({ kind: next.kind, outcome }, count));
          return true;
        }),
      );
    } catch (err) {
      if (item === undefined || isAway(err)) throw err;
      await this.countFailure(organizationId, item, err);
      return false;
    }
  }

  private deliver(tx: Tx, log: ChangeLog, organizationId: number, { kind, id }: DueItem, render: RenderInChange): Promise<Delivered> {
    return (kind === 'message' ? this.messages : this.reminders).execute(tx, log, organizationId, id, render);
  }

  /** Those after it wait meanwhile, so that the order stays. */
  private async countFailure(organizationId: number, item: DueItem, err: unknown): Promise<void> {
    const { kind, id } = item;
    this.outcomes.inc({ kind, outcome: 'error' });
    this.runtime.logger.error({ err, organizationId, kind, id }, 'failed to send what is due');
    const attempts = await this.eventLog.change(organizationId, async (tx, log) => {
      const counted = await countAttempt(tx, organizationId, item);
      if (counted >= MAX_ATTEMPTS) await (kind === 'message' ? this.messages : this.reminders).giveUp(tx, log, organizationId, id);
      return counted;
    });
    await lookAgain(this.database.direct, organizationId, attempts >= MAX_ATTEMPTS ? 0 : 2 ** (attempts - 1));
  }
}

/** PostgreSQL, the rendering threads, or a limit on what is done at once: the fault is not that of the item. It is tried again when the claim has ended. */
function isAway(error: unknown): boolean {
  return isDatabaseAway(error) || (error instanceof ApiError && (error.status === 503 || error.status === 429));
}
