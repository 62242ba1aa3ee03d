import { describe, expect, it } from '@jest/globals';
import { readViewer } from '@parley/access';
import { ROLES } from '@parley/contracts';
import { Prisma, type SqlReader } from '@parley/persistence';
import { expectSoon, statementOf, type UserRow } from '@parley/testing';
import { firstIdSince } from '../src/digest/digest-candidates.repository.js';
import { topicsNow } from '../src/digest/digest-content.repository.js';
import {
  type Away,
  awayFor,
  digest,
  endDigest,
  mailTo,
  openDigests,
  type People,
  people,
  runOf,
  smtp,
  sql,
  startDigest,
  suite,
  unsent,
} from './digest-suite.js';

openDigests();

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows of `message` that the statement reads. */
async function messagesRead(statement: Prisma.Sql): Promise<number> {
  const [explained] = await suite.stores.database.client.$queryRaw<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
    Prisma.sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
  );
  const readBy = (node: PlanNode): number => {
    const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    return (node['Relation Name'] === 'message' ? rows : 0) + (node.Plans ?? []).reduce((sum, each) => sum + readBy(each), 0);
  };
  if (explained === undefined) throw new Error('there is no plan');
  return readBy(explained['QUERY PLAN'][0].Plan);
}

describe('the digest of someone', () => {
  /** Stores a job as a process does that dies before it enqueues it. */
  const queue = ({ id: userId, organizationId }: Away, topicIds: readonly number[], begunAt: number) => sql().$executeRaw`
    INSERT INTO queued_mail (job, key, payload, queued_at, enqueued_at)
    SELECT 'notifications-digest', ${`${organizationId}-${userId}-${begunAt}`}, ${JSON.stringify({ organizationId, userId, begunAt, since: 0, topicIds })}::jsonb, t.at, t.at
    FROM (SELECT now() - interval '1 minute' AS at) AS t`;

  it('is dropped if the mail server refuses their address', async () => {
    const { organization, zoe, amir, channel } = await people();
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    const offered = smtp.offered;
    smtp.refuse('554 5.6.0 cannot handle this');
    await digest(organization);
    expect([smtp.offered - offered, smtp.countTo(zoe.address)]).toEqual([1, 0]);
  });

  it('is dropped if it began more than two days ago. A job of the version before, which knows no first message, is done', async () => {
    const { organization, zoe, amir, channel } = await people();
    const cleo = await awayFor(await suite.rows.user(organization));
    await suite.rows.subscription(channel, [cleo]);
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    const topic = await suite.stores.database.client.topic.findFirstOrThrow({ where: { organizationId: organization.id } });
    await queue(zoe, [Number(topic.id)], Date.now() - 49 * 3_600_000);
    await queue(cleo, [Number(topic.id)], Date.now() - 47 * 3_600_000);
    expect((await mailTo(cleo)).text).toContain('#plans > Lunch');
    await expectSoon(() => unsent(organization), 0);
    expect(smtp.countTo(zoe.address)).toBe(0);
  });

  it('reads no older messages of a topic, however many it has', async () => {
    const { organization, zoe, amir, channel } = await people();
    const oldId = await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    await sql().$executeRaw`
      INSERT INTO message (id, organization_id, channel_id, topic_id, topic, sender_id, sent_at, content, rendered, client_name)
      SELECT nextval('message_id_seq'), m.organization_id, m.channel_id, m.topic_id, m.topic, m.sender_id, m.sent_at, 'x', 'x', 'x'
      FROM message m, generate_series(1, 5000) WHERE m.organization_id = ${organization.id} AND m.id = ${oldId}`;
    await sql().$executeRaw`UPDATE message SET sent_at = sent_at - interval '30 days' WHERE organization_id = ${organization.id}`;
    const id = await suite.toChannel(amir, channel, 'Lunch', 'More soup?');
    await sql().$executeRaw`ANALYZE message`;
    const { database } = suite.stores;
    const { topicId } = await database.client.message.findFirstOrThrow({ where: { organizationId: organization.id, id } });
    const since = new Date(Date.now() - 3_600_000);
    expect(await firstIdSince(sql(), organization.id, since)).toBe(id);
    const viewer = await readViewer(sql(), { organizationId: organization.id, userId: zoe.id, role: ROLES.member });
    const now = (reader: SqlReader, sinceId: number) => topicsNow(reader, viewer, [Number(topicId)], { since, sinceId });
    expect(await now(sql(), id)).toMatchObject([{ topic: 'Lunch', messageIds: [id], messages: 1, senders: 1 }]);
    const readOf = async (sinceId: number) => messagesRead(await statementOf((reader) => now(reader, sinceId)));
    expect(await readOf(id)).toBeLessThan(10);
  });

  it('is made because of a new private channel only if they may read it: as subscribers, or through a group', async () => {
    const withSecret = async (
      subscribers: (all: People) => UserRow[],
      readers: (all: People) => UserRow[] = () => [],
      role: number = ROLES.member,
    ) => {
      const all = await people();
      const { organization, zoe, amir, channel } = all;
      await sql().$executeRaw`UPDATE user_account SET role = ${role} WHERE organization_id = ${organization.id} AND id = ${zoe.id}`;
      // The conversation is no reason.
      await sql().$executeRaw`UPDATE subscription SET active = false WHERE organization_id = ${organization.id} AND user_id = ${zoe.id}`;
      const secret = await suite.rows.channel(organization, { name: 'secret', isPrivate: true });
      await suite.rows.subscription(secret, subscribers(all));
      const inner = await suite.rows.group(organization, { name: 'cooks', members: readers(all).map(({ id }) => id) });
      const group = await suite.rows.group(organization, { name: 'kitchen', subgroups: [inner] });
      await sql()
        .$executeRaw`UPDATE channel SET can_subscribe_group = ${group} WHERE organization_id = ${organization.id} AND id = ${secret.id}`;
      await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
      await digest(organization);
      return { zoe, noted: await suite.stores.database.client.digestMail.count({ where: { organizationId: organization.id } }) };
    };
    const others = await withSecret(({ amir }) => [amir]);
    expect([others.noted, smtp.countTo(others.zoe.address)]).toEqual([0, 0]);
    const own = await withSecret(({ zoe, amir }) => [zoe, amir]);
    expect((await mailTo(own.zoe)).text).toMatch(/1 new channel:[\s\S]*#secret/);
    const throughGroup = await withSecret(
      ({ amir }) => [amir],
      ({ zoe }) => [zoe],
    );
    expect((await mailTo(throughGroup.zoe)).text).toMatch(/1 new channel:[\s\S]*#secret/);
    const asGuest = await withSecret(
      ({ amir }) => [amir],
      ({ zoe }) => [zoe],
      ROLES.guest,
    );
    expect([asGuest.noted, smtp.countTo(asGuest.zoe.address)]).toEqual([0, 0]);
  });

  it('waits while many were queued in the last minutes, but not for those that could not be sent', async () => {
    const { organization, zoe, amir, channel } = await people();
    await suite.toChannel(amir, channel, 'Lunch', 'Soup?');
    const mark = `waiting-${organization.id}`;
    // No sweep takes them.
    await sql().$executeRaw`
      INSERT INTO queued_mail (job, key, payload, queued_at, enqueued_at)
      SELECT 'notifications-digest', ${mark} || '-' || n, '{}'::jsonb, now(), now() + interval '1 hour' FROM generate_series(1, 500) AS n`;
    try {
      await startDigest(organization);
      const isPaused = async () => {
        const run = await runOf(organization);
        if (run === null || run.begunAt === null) return false;
        // A claim is for a minute, and the next page comes at once.
        const ms = run.dueAt.getTime() - Date.now();
        return ms > 1_000 && ms < 20_000;
      };
      await expectSoon(isPaused, true);
      expect([(await runOf(organization))?.afterUserId, await unsent(organization), smtp.countTo(zoe.address)]).toEqual([0, 0, 0]);
      await sql().$executeRaw`UPDATE queued_mail SET queued_at = now() - interval '6 minutes' WHERE key LIKE ${`${mark}-%`}`;
      expect((await mailTo(zoe)).text).toContain('#plans > Lunch');
      await endDigest(organization);
    } finally {
      await sql().$executeRaw`DELETE FROM queued_mail WHERE key LIKE ${`${mark}-%`}`;
    }
  });
});
