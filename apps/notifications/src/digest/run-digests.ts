import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Mail, MailJobs } from '@parley/mail';
import { Database, DueTurns, type Tx } from '@parley/persistence';
import { METRICS, Runtime, Sample } from '@parley/runtime';
import {
  firstIdSince,
  mayReadNewChannels,
  nextPeople,
  noteDigests,
  storeHotTopics,
  topicsOfPeople,
  waitingMails,
} from './digest-candidates.repository.js';
import { type DigestPayload, digestJob, keyOf } from './digest-job.js';
import {
  beginRun,
  claimDigests,
  continueRun,
  type DigestRun,
  type DueDigest,
  dropRun,
  endRun,
  lockRun,
  oldestDigestSeconds,
  rescheduleDigest,
} from './digest-runs.repository.js';

/** If the process dies, another one takes the organization after this time. */
const CLAIM_SECONDS = 60;
/** People who are looked at in one transaction. */
const PAGE = 200;
/** Mails of one organization in a second, so that those of the others are not behind them. */
const MAILS_IN_A_SECOND = 25;
/** If so many mails wait to be sent, no organization adds further ones. */
const MOST_WAITING = 500;
const PAUSE_SECONDS = 10;
const SAMPLE_MS = 15_000;

/**
 * Makes the digests of organizations that are due, of each in small parts: first what is hot, then the mails of some people at a time. Each part is one
 * transaction, which moves the organization behind the others. So each person gets one mail, whatever process dies.
 */
@Injectable()
export class RunDigests implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly turns: DueTurns<DueDigest>;
  private readonly made;
  /** Until then, this process looks at no organization, because enough mails wait. */
  private fullUntil = 0;

  constructor(
    private readonly database: Database,
    private readonly jobs: MailJobs,
    private readonly mail: Mail,
    { metrics, logger }: Runtime,
  ) {
    this.turns = new DueTurns<DueDigest>({
      claim: async (most) => (Date.now() < this.fullUntil ? [] : claimDigests(database.direct, most, CLAIM_SECONDS)),
      work: (due) => this.execute(due),
      failed: (err, due) =>
        due === undefined
          ? logger.warn({ err }, 'failed to look for digests that are due')
          : logger.error({ err, organizationId: due.organizationId }, 'failed to make digests of an organization; they are tried again'),
    });
    this.made = metrics.counter(METRICS.digests);
    const oldest = new Sample(
      () => oldestDigestSeconds(database.direct),
      SAMPLE_MS,
      (err) => logger.warn({ err }, 'failed to look for digests that are due'),
    );
    metrics.gauge(METRICS.digestOldestSeconds, async (gauge) => gauge.set(mail.isConfigured ? ((await oldest.read()) ?? 0) : 0));
  }

  onApplicationBootstrap(): void {
    if (this.mail.isConfigured) this.turns.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.turns.stop();
  }

  private async execute({ organizationId, claimedUntil }: DueDigest): Promise<void> {
    const actions: (() => void)[] = [];
    const count = await this.database.transaction(async (tx) => {
      const run = await lockRun(tx, organizationId, claimedUntil);
      if (run === undefined) return 0;
      if (!run.isWanted) await dropRun(tx, organizationId);
      else if (run.begunAt === null) await this.begin(tx, organizationId, run);
      else return this.mailNext(tx, organizationId, { ...run, begunAt: run.begunAt }, (action) => actions.push(action));
      return 0;
    });
    this.made.inc(count);
    for (const act of actions) act();
  }

  private async begin(tx: Tx, organizationId: number, { isLate, since }: DigestRun): Promise<void> {
    if (isLate) return rescheduleDigest(tx, organizationId);
    await storeHotTopics(tx, organizationId, since);
    await beginRun(tx, organizationId);
  }

  /** Returns the number of mails. */
  private async mailNext(tx: Tx, organizationId: number, run: Begun, afterCommit: (action: () => void) => void): Promise<number> {
    const { afterUserId } = run;
    if ((await waitingMails(tx, digestJob.name, MOST_WAITING)) >= MOST_WAITING) {
      this.fullUntil = Date.now() + PAUSE_SECONDS * 1_000;
      await continueRun(tx, organizationId, { afterUserId, inSeconds: PAUSE_SECONDS });
      return 0;
    }
    const people = await nextPeople(tx, organizationId, afterUserId, PAGE);
    const last = people.at(-1);
    if (last === undefined) {
      await endRun(tx, organizationId);
      return 0;
    }
    const away = people.filter(({ isWanted }) => isWanted).map(({ id }) => id);
    const mails = away.length === 0 ? [] : await this.mailsOf(tx, organizationId, run, away);
    const requests = mails.map((payload) => ({ payload, key: keyOf(payload) }));
    await this.jobs.enqueueWith({ tx, log: { afterCommit } }, digestJob, requests);
    await continueRun(tx, organizationId, { afterUserId: last.id, inSeconds: mails.length / MAILS_IN_A_SECOND });
    return mails.length;
  }

  private async mailsOf(tx: Tx, organizationId: number, { since, begunAt }: Begun, userIds: readonly number[]): Promise<DigestPayload[]> {
    const sinceId = await firstIdSince(tx, organizationId, since);
    const found = sinceId === undefined ? [] : await topicsOfPeople(tx, organizationId, userIds);
    const topics = new Map(found.map(({ userId, topicIds }) => [userId, topicIds]));
    const told = new Set([...topics.keys(), ...(await mayReadNewChannels(tx, organizationId, since, userIds))]);
    const noted = await noteDigests(tx, organizationId, [...told], begunAt);
    return [...noted].map((userId) => ({
      organizationId,
      userId,
      begunAt: begunAt.getTime(),
      since: since.getTime(),
      sinceId,
      topicIds: topics.get(userId) ?? [],
    }));
  }
}

type Begun = DigestRun & { readonly begunAt: Date };
