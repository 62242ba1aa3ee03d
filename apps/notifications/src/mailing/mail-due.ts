import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { readViewer, userById } from '@parley/access';
import { MailJobs } from '@parley/mail';
import { Database, DueTurns, organizationById, type Tx } from '@parley/persistence';
import { METRICS, Runtime, Sample } from '@parley/runtime';
import { keyOf, type MissedMailPayload, missedMailJob } from './missed-mail-job.js';
import { claimDue, type Due, dueState, forgetMissed, lockDue, settleDue, type Taken, takeRipe } from './missed-mails.repository.js';

/** If the process dies, another one takes the person after this time. */
const CLAIM_SECONDS = 60;
/** Messages that one mail shows. */
const MOST_SHOWN = 50;
const SAMPLE_MS = 15_000;

/**
 * Makes mails of what people missed when it is due: one for each conversation. What they have read, or may not read any more, is left out, in the
 * statement that takes the rows. Taking the rows and storing the mails is one transaction, so each message is told once.
 */
@Injectable()
export class MailDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly turns: DueTurns<Due>;
  private readonly outcomes;

  constructor(
    private readonly database: Database,
    private readonly jobs: MailJobs,
    runtime: Runtime,
  ) {
    const { metrics, logger } = runtime;
    this.turns = new DueTurns<Due>({
      claim: (most) => claimDue(database.direct, most, CLAIM_SECONDS),
      work: (due) => this.execute(due),
      failed: (err, due) =>
        due === undefined
          ? logger.warn({ err }, 'failed to look for mails that are due')
          : logger.error({ err, organizationId: due.organizationId }, 'failed to make a mail of missed messages; it is tried again'),
    });
    this.outcomes = metrics.counter(METRICS.missedMails);
    const state = new Sample(
      () => dueState(database.direct),
      SAMPLE_MS,
      (err) => logger.warn({ err }, 'failed to look for mails that are due'),
    );
    metrics.gauge(METRICS.missedMailOldestSeconds, async (gauge) => gauge.set((await state.read())?.seconds ?? 0));
    metrics.gauge(METRICS.missedMailDue, async (gauge) => gauge.set((await state.read())?.people ?? 0));
  }

  onApplicationBootstrap(): void {
    this.turns.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.turns.stop();
  }

  private async execute({ organizationId, userId }: Due): Promise<void> {
    const actions: (() => void)[] = [];
    const count = await this.database.transaction(async (tx) => {
      if (!(await lockDue(tx, organizationId, userId))) return 0;
      const mails = await this.mailsOf(tx, organizationId, userId);
      const requests = mails.map((payload) => ({ payload, key: keyOf(payload) }));
      await this.jobs.enqueueWith({ tx, log: { afterCommit: (action) => actions.push(action) } }, missedMailJob, requests);
      return mails.length;
    });
    this.outcomes.inc(count);
    for (const act of actions) act();
  }

  private async mailsOf(tx: Tx, organizationId: number, userId: number): Promise<MissedMailPayload[]> {
    const [organization, user] = [await organizationById(tx, organizationId), await userById(tx, organizationId, userId)];
    if (organization === undefined || organization.deactivatedAt !== null || user === undefined || !user.isActive) {
      await forgetMissed(tx, organizationId, userId);
      return [];
    }
    const taken = await takeRipe(tx, await readViewer(tx, { organizationId, userId, role: user.role }));
    await settleDue(tx, organizationId, userId);
    const conversations = new Map<string, Taken[]>();
    for (const message of taken) conversations.set(message.conversation, [...(conversations.get(message.conversation) ?? []), message]);
    return [...conversations.values()].map((messages) => mailOf(organizationId, userId, messages));
  }
}

function mailOf(organizationId: number, userId: number, messages: readonly Taken[]): MissedMailPayload {
  const [most = { trigger: 0, mentionedGroupId: null }] = [...messages].sort((a, b) => a.trigger - b.trigger);
  const { trigger, mentionedGroupId } = most;
  const messageIds = messages.slice(-MOST_SHOWN).map(({ messageId }) => messageId);
  return {
    organizationId,
    userId,
    messageIds,
    olderCount: messages.length - messageIds.length,
    trigger,
    mentionedGroupId,
    newestTrigger: messages.at(-1)?.trigger,
  };
}
