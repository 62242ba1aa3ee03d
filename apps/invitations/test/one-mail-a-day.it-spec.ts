import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeParams, ROLES } from '@parley/contracts';
import { listInvitations, resendInvitation, revokeInvitation, sendInvitations } from '@parley/contracts/invitations';
import { JobQueues } from '@parley/jobs';
import type { RunningService } from '@parley/rpc';
import { expectSoon, Rows, type TestSmtp, TestSuite, testSmtp, type UserRow } from '@parley/testing';
import { invitationsConfig } from '../src/config.js';
import { InvitationsServiceModule } from '../src/invitations-service.module.js';

const MAIL_JOB = 'invitations-mail';
const MAILED_REASON = 'Was sent an invitation within the last 24 hours.';

let stores: TestSuite;
let service: RunningService;
let smtp: TestSmtp;
let rows: Rows;
let organization: Awaited<ReturnType<Rows['organization']>>;
let owner: UserRow;
let administrator: UserRow;
let member: UserRow;

beforeAll(async () => {
  [stores, smtp] = await Promise.all([TestSuite.open(), testSmtp()]);
  rows = new Rows(stores.database);
  service = await stores.start('invitations', InvitationsServiceModule, invitationsConfig, smtp.env);
  // A second replica.
  await stores.start('invitations', InvitationsServiceModule, invitationsConfig, smtp.env);
});
afterAll(async () => {
  await stores.close();
  await smtp.close();
});
beforeEach(async () => {
  organization = await rows.organization();
  [owner, administrator, member] = [
    await rows.user(organization, { role: ROLES.owner }),
    await rows.user(organization, { role: ROLES.administrator }),
    await rows.user(organization),
  ];
});

let next = 1;
const fresh = () => `daily-${next++}@example.com`;
function invite(who: UserRow, invitee_emails: string) {
  const { params } = decodeParams(sendInvitations.params, { fields: { invitee_emails, stream_ids: '[]' }, path: {} });
  return stores.rpc.call(sendInvitations, params, who.caller);
}
const list = async (who = owner) => (await stores.rpc.call(listInvitations, {}, who.caller)).invites;
const resend = (who: UserRow, invite_id: number) => stores.rpc.call(resendInvitation, { invite_id }, who.caller);
const invitations = () => stores.database.client.invitation;
/** Moves all mails so far into the past, by a day and a minute. */
const aDayPasses = () =>
  invitations().updateMany({
    where: { organizationId: organization.id, mailedAt: { not: null } },
    data: { mailedAt: new Date(Date.now() - 86_400_000 - 60_000) },
  });
const receivedDuring = async (who: UserRow, work: () => Promise<unknown>) => {
  const mark = await stores.mark(organization.id);
  await work();
  return (await stores.eventsSince(mark, who)).map(({ type }) => type);
};
const mailJobs = () => service.app.get(JobQueues).of(MAIL_JOB);
/** Waits until all requested mails have been sent or dropped: those in the outbox, then those in the queue. */
const mailsDone = async () => {
  await expectSoon(() => stores.database.client.outboxCall.count({ where: { service: 'invitations' } }), 0);
  await expectSoon(() => stores.database.client.queuedMail.count({ where: { job: MAIL_JOB } }), 0);
};
const leftOut = (email: string) => ({
  code: 'INVITATION_FAILED',
  msg: "We weren't able to invite anyone.",
  fields: { errors: [[email, MAILED_REASON, false]], sent_invitations: false, daily_limit_reached: false },
});

describe('one address of an organization', () => {
  it('receives one invitation a day from all inviters, in any case', async () => {
    const email = fresh();
    await invite(member, email);
    for (const who of [member, administrator, owner]) {
      await expect(invite(who, email.toUpperCase())).rejects.toMatchObject(leftOut(email.toUpperCase()));
    }
    expect(await list()).toMatchObject([{ email, invited_by_user_id: member.id }]);
    await smtp.next(email);
    await mailsDone();
    expect([smtp.countTo(email), smtp.countTo(email.toUpperCase())]).toEqual([1, 0]);
  });

  it('receives one of 20 concurrent invitations, through two replicas', async () => {
    const email = fresh();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => invite(index % 2 === 0 ? owner : administrator, email)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await list()).toHaveLength(1);
    await smtp.next(email);
    await mailsDone();
    expect(smtp.countTo(email)).toBe(1);
  });

  it('receives no more if an invitation is revoked and sent again', async () => {
    const email = fresh();
    await invite(owner, email);
    const [one] = await list();
    await stores.rpc.call(revokeInvitation, { invite_id: one?.id ?? 0 }, owner.caller);
    await expect(invite(owner, email)).rejects.toMatchObject(leftOut(email));
    expect(await list()).toEqual([]);
  });

  it('is omitted and named while others of the same request are invited', async () => {
    const [mailed, other] = [fresh(), fresh()];
    await invite(member, mailed);
    await expect(invite(owner, `${mailed}, ${other}, ${member.email}`)).rejects.toMatchObject({
      code: 'INVITATION_FAILED',
      msg: 'We left out some of those addresses; the errors say why. We did send invitations to everyone else!',
      fields: {
        errors: [
          [member.email, 'Already has an account.', false],
          [mailed, MAILED_REASON, false],
        ],
        sent_invitations: true,
      },
    });
    expect((await list()).map(({ email }) => email)).toEqual([mailed, other]);
  });

  it('is separate for another organization', async () => {
    const email = fresh();
    await invite(owner, email);
    await invite(await rows.user(await rows.organization(), { role: ROLES.owner }), email);
    for (const _ of [owner, member]) await smtp.next(email);
    await mailsDone();
    expect(smtp.countTo(email)).toBe(2);
  });
});

describe('resending an invitation', () => {
  it('sends one mail a day: the refusal says so, and the link stays valid', async () => {
    const email = fresh();
    await invite(member, email);
    const [one] = await list();
    const refusal = {
      code: 'INVITATION_FAILED',
      msg: 'This address was sent an invitation within the last 24 hours. No mail was sent.',
      fields: { errors: [], sent_invitations: false, daily_limit_reached: true, license_limit_reached: false },
    };
    for (const who of [member, administrator]) await expect(resend(who, one?.id ?? 0)).rejects.toMatchObject(refusal);
    await smtp.next(email);
    await aDayPasses();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => resend(owner, one?.id ?? 0)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed.map(({ reason }) => reason.msg)).toEqual(failed.map(() => refusal.msg));
    await smtp.next(email);
    await mailsDone();
    expect(smtp.countTo(email)).toBe(2);
    expect(await list()).toMatchObject([{ id: one?.id }]);
  });

  it('is not done by an earlier job that is retried later', async () => {
    const email = fresh();
    // Otherwise a mail of an earlier test could be refused instead.
    await mailsDone();
    smtp.refuse('554 5.6.0 cannot handle this');
    await invite(owner, email);
    await expectSoon(() => mailJobs().getFailedCount(), 1);
    await aDayPasses();
    const [one] = await list();
    await resend(owner, one?.id ?? 0);
    await smtp.next(email);
    const [dead] = await mailJobs().getFailed();
    await dead?.retry();
    await mailsDone();
    expect(smtp.countTo(email)).toBe(1);
  });
});

describe('a newer invitation of the same address', () => {
  it('replaces the older one, with an event to its inviter and administrators', async () => {
    const email = fresh();
    await invite(member, email);
    await smtp.next(email);
    await aDayPasses();
    for (const who of [member, owner]) {
      expect(await receivedDuring(who, () => invite(administrator, email.toUpperCase()))).toEqual(['invites_changed']);
      await aDayPasses();
    }
    expect(await list()).toMatchObject([{ email: email.toUpperCase(), invited_by_user_id: administrator.id }]);
    expect(await list(member)).toEqual([]);
    const links = await invitations().findMany({ where: { organizationId: organization.id }, orderBy: { id: 'asc' } });
    expect(links.map(({ endedAt }) => endedAt !== null)).toEqual([true, true, false]);
  });

  it('drops the mail of the older one, if it was not sent yet', async () => {
    const email = fresh();
    // Otherwise a mail of an earlier test could be refused instead.
    await mailsDone();
    smtp.refuse('554 5.6.0 cannot handle this');
    await invite(member, email);
    await expectSoon(() => mailJobs().getFailedCount(), 1);
    await aDayPasses();
    await invite(owner, email);
    await smtp.next(email);
    const [dead] = await mailJobs().getFailed();
    await dead?.retry();
    await mailsDone();
    expect(smtp.countTo(email)).toBe(1);
  });
});
