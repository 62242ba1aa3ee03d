import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { type CallOf, type InputOf, ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import {
  acceptInvitation,
  createMultiuseInvitation,
  describeInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  revokeMultiuseInvitation,
  sendInvitations,
} from '@parley/contracts/invitations';
import { joinByInvitation } from '@parley/contracts/organization';
import { JobQueues } from '@parley/jobs';
import { openInvitations } from '@parley/persistence';
import { type RunningService, Serves } from '@parley/rpc';
import { baseConfig } from '@parley/runtime';
import { expectSoon, Rows, statementsDuring, type TestSmtp, TestSuite, testSmtp, type UserRow } from '@parley/testing';
import { invitationsConfig } from '../src/config.js';
import { InvitationsServiceModule } from '../src/invitations-service.module.js';

const INVALID = { status: 400, msg: 'This invitation link is invalid or has expired.' };
const ACCOUNT = { full_name: 'Zoe', password: 'a good password' };
const joined: InputOf<typeof joinByInvitation>[] = [];

/** Notes who would get an account. */
@Controller()
class OrganizationStub {
  @Serves(joinByInvitation)
  async joinByInvitation({ params }: CallOf<typeof joinByInvitation>) {
    joined.push(params);
    return { userId: 7, email: 'user7@example.com', apiKey: 'k'.repeat(32) };
  }
}

@Module({ controllers: [OrganizationStub] })
class OrganizationStubModule {}

let stores: TestSuite;
let services: readonly [RunningService, RunningService];
let rows: Rows;
let organization: Awaited<ReturnType<Rows['organization']>>;
let owner: UserRow;

async function open(env: Readonly<Record<string, string>>): Promise<void> {
  stores = await TestSuite.open();
  rows = new Rows(stores.database);
  // Two replicas.
  const start = () => stores.start('invitations', InvitationsServiceModule, invitationsConfig, { ...env, INVITATIONS_PER_DAY: '20' });
  services = [await start(), await start()];
  await stores.start('organization', OrganizationStubModule, baseConfig);
}
async function prepare(): Promise<void> {
  organization = await rows.organization();
  owner = await rows.user(organization, { role: ROLES.owner });
  joined.length = 0;
}

let next = 1;
const fresh = () => `proved-${next++}@example.com`;
const tokenIn = (text: string) => /\/join\/([\w-]{43})/.exec(text)?.[1] ?? '';
const visitor = { host: 'localhost', clientName: 'tests' };
const accept = (token: string, fields: Omit<InputOf<typeof acceptInvitation>, 'token'> = {}) =>
  stores.rpc.call(acceptInvitation, { token, ...fields }, visitor);
const shown = (token: string) => stores.rpc.call(describeInvitation, { host: 'localhost', token }, SYSTEM_VISITOR);
const list = async (who = owner) => (await stores.rpc.call(listInvitations, {}, who.caller)).invites;
async function linkOf(who = owner, fields: Readonly<Record<string, unknown>> = {}) {
  const { invite_link } = await stores.call(createMultiuseInvitation, who.caller, fields);
  const id = (await list(who)).find(({ link_url }) => link_url === invite_link)?.id ?? 0;
  return { id, token: tokenIn(invite_link) };
}
const invitations = () => stores.database.client.invitation;

describe('a reusable link, where the server sends mail', () => {
  let smtp: TestSmtp;
  beforeAll(async () => {
    smtp = await testSmtp();
    await open(smtp.env);
  });
  afterAll(async () => {
    await stores.close();
    await smtp.close();
  });
  beforeEach(prepare);

  const tokenFor = async (email: string) => tokenIn((await smtp.next(email)).text);
  const mailJobs = () => services[0].app.get(JobQueues).of('invitations-mail');
  const mailsDone = () => expectSoon(() => stores.database.client.queuedMail.count(), 0);
  /** As if all mails so far had been requested a day and a minute ago. */
  const aDayPasses = () =>
    invitations().updateMany({
      where: { organizationId: organization.id, mailedAt: { not: null } },
      data: { mailedAt: new Date(Date.now() - 86_400_000 - 60_000) },
    });

  it('makes no account: it mails a link for that address, which grants what the reusable link grants', async () => {
    const [channel, group] = [
      await rows.channel(organization, { name: 'birds' }),
      await stores.database.client.userGroup.create({ data: { organizationId: organization.id, name: 'team' } }),
    ];
    const { id, token } = await linkOf(owner, { invite_as: '300', welcome_message_custom_text: 'Hello!' });
    await invitations().update({ where: { id }, data: { channelIds: [channel.id], groupIds: [group.id], includesDefaults: true } });
    expect(await shown(token)).toMatchObject({ email: null, provesAddress: true });
    const email = fresh();
    expect(await accept(token, { ...ACCOUNT, email: ` ${email} ` })).toEqual({ mail_sent: true });
    const mail = await smtp.next(email);
    expect(mail.subject).toMatch(/^Finish joining /);
    expect(joined).toEqual([]);

    const own = tokenIn(mail.text);
    expect(own).not.toBe(token);
    expect(await shown(own)).toMatchObject({ email, provesAddress: false, channels: ['birds'] });
    const [parent, child] = await openInvitations(stores.database.client, organization.id);
    const { channelIds, groupIds, inviterId, role, includesDefaults, notifiesInviter, welcomeText } = parent ?? {};
    expect(child).toMatchObject({ email, channelIds, groupIds, inviterId, role, includesDefaults, notifiesInviter, welcomeText });
    expect([role, channelIds, groupIds]).toEqual([300, [channel.id], [group.id]]);
    expect((child?.expiresAt?.getTime() ?? 0) - (child?.createdAt.getTime() ?? 0)).toBe(86_400_000);

    expect(await accept(own, ACCOUNT)).toEqual({ mail_sent: false, user_id: 7, email: 'user7@example.com', api_key: 'k'.repeat(32) });
    expect(joined).toEqual([{ organizationId: organization.id, invitationId: child?.id, fullName: 'Zoe', password: 'a good password' }]);
  });

  it('needs name and password for the account only', async () => {
    const { token } = await linkOf();
    const email = fresh();
    expect(await accept(token, { email })).toEqual({ mail_sent: true });
    const own = await tokenFor(email);
    await expect(accept(own)).rejects.toMatchObject({ msg: "Missing 'full_name' argument" });
    await expect(accept(own, { full_name: 'Zoe' })).rejects.toMatchObject({ msg: "Missing 'password' argument" });
  });

  it('answers alike for an address that has an account, and for one that was deactivated: the mail tells its owner', async () => {
    const { token } = await linkOf();
    const [known, gone] = [await rows.user(organization), await rows.user(organization, { isActive: false })];
    for (const { email } of [known, gone]) expect(await accept(token, { ...ACCOUNT, email })).toEqual({ mail_sent: true });
    const mails = [await smtp.next(known.email), await smtp.next(gone.email)];
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('already has an account there'),
      expect.stringContaining('was deactivated'),
    ]);
    for (const { text } of mails) expect(tokenIn(text)).toBe('');
  });

  it('looks up no account before it answers', async () => {
    const { token } = await linkOf();
    const known = await rows.user(organization);
    await mailsDone();
    const statements = await statementsDuring(() => accept(token, { email: known.email }));
    const requested = statements.slice(
      0,
      statements.findIndex((text) => text.includes('INSERT INTO invitation')),
    );
    expect(requested.length).toBeGreaterThan(0);
    expect(requested.filter((text) => text.includes('delivery_email'))).toEqual([]);
    expect((await smtp.next(known.email)).text).toContain('already has an account there');
  });

  it('mails an address once a day, however often it is entered, at the same moment too; all answers are alike', async () => {
    const [one, other] = [await linkOf(), await linkOf()];
    const email = fresh();
    // SMTP clients may write the domain in small letters.
    const shouted = email.replace('proved', 'PROVED');
    const mails = async () => smtp.countTo(email) + smtp.countTo(shouted);
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, place) =>
        accept(place % 2 === 0 ? one.token : other.token, { email: place % 3 === 0 ? email : shouted }),
      ),
    );
    expect(answers).toEqual(answers.map(() => ({ mail_sent: true })));
    await expectSoon(mails, 1);
    await mailsDone();
    expect(await mails()).toBe(1);
    await aDayPasses();
    await accept(one.token, { email });
    await expectSoon(mails, 2);
  });

  it('neither replaces an invitation of the address, nor keeps one from being sent', async () => {
    const { token } = await linkOf();
    const [invited, entered] = [fresh(), fresh()];
    const invite = (email: string) =>
      stores.call(sendInvitations, owner.caller, { invitee_emails: email, stream_ids: '[]', invite_as: '200' });
    await invite(invited);
    const first = await tokenFor(invited);
    await accept(token, { email: invited });
    await accept(token, { email: entered });
    await invite(entered);
    expect(await shown(first)).toMatchObject({ email: invited });
    expect((await list()).map(({ email }) => email)).toEqual([undefined, invited, entered]);
  });

  it('is not listed or managed with the addresses that are to be proved', async () => {
    const { token } = await linkOf();
    const email = fresh();
    await accept(token, { email });
    await tokenFor(email);
    const { id } = await invitations().findFirstOrThrow({ where: { organizationId: organization.id, email } });
    expect((await list()).map((one) => one.id)).not.toContain(id);
    for (const endpoint of [revokeInvitation, resendInvitation, revokeMultiuseInvitation]) {
      await expect(stores.rpc.call(endpoint, { invite_id: id }, owner.caller)).rejects.toMatchObject({ msg: 'No such invitation' });
    }
  });

  it.each([
    ['is revoked', (id: number) => stores.rpc.call(revokeMultiuseInvitation, { invite_id: id }, owner.caller)],
    ['expires', (id: number) => invitations().update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } })],
    ['loses its inviter', () => stores.database.client.userAccount.update({ where: { id: owner.id }, data: { isActive: false } })],
  ])('that %s ends the links that were mailed for it, and drops mails that wait', async (_, end) => {
    const { id, token } = await linkOf();
    const [mailed, waiting] = [fresh(), fresh()];
    await accept(token, { email: mailed });
    const own = await tokenFor(mailed);
    smtp.refuse('554 5.6.0 cannot handle this');
    await accept(token, { email: waiting });
    await expectSoon(() => mailJobs().getFailedCount(), 1);
    await end(id);
    await expect(accept(own, ACCOUNT)).rejects.toMatchObject(INVALID);
    await expect(shown(own)).rejects.toMatchObject(INVALID);
    await expect(accept(token, { email: fresh() })).rejects.toMatchObject(INVALID);
    const [dead] = await mailJobs().getFailed();
    await dead?.retry();
    await mailsDone();
    expect(smtp.countTo(waiting)).toBe(0);
    expect(joined).toEqual([]);
  });

  it('mails at most half of what the organization may send within a day, and leaves the rest to invitations', async () => {
    const { token } = await linkOf();
    const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => accept(token, { email: fresh() })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    const msg = 'This organization has reached its daily limit of mails to people with an invitation link.';
    expect(refused.map(({ reason }) => reason.msg)).toEqual(refused.map(() => msg));
    const emails = Array.from({ length: 10 }, fresh).join();
    await stores.call(sendInvitations, owner.caller, { invitee_emails: emails, stream_ids: '[]' });
  });

  it.each([
    [undefined, 'Enter a valid email address.'],
    ['', 'Enter a valid email address.'],
    ['a\0b@example.com', 'Enter a valid email address.'],
    ['a@example.com, b@example.com', 'Enter a valid email address.'],
    ['zoe@mailinator.com', 'Please use your real email address.'],
  ])('refuses the address %j, and mails nothing', async (email, msg) => {
    const { token } = await linkOf();
    await expect(accept(token, { ...ACCOUNT, ...(email === undefined ? {} : { email }) })).rejects.toMatchObject({ status: 400, msg });
    expect(await invitations().count({ where: { organizationId: organization.id, parentId: { not: null } } })).toBe(0);
  });
});

describe('a reusable link, where the server sends no mail', () => {
  beforeAll(() => open({}));
  afterAll(() => stores.close());
  beforeEach(prepare);

  it('makes an account at once, with the address that is entered', async () => {
    const { id, token } = await linkOf();
    expect(await shown(token)).toMatchObject({ email: null, provesAddress: false });
    const email = fresh();
    expect(await accept(token, { ...ACCOUNT, email })).toMatchObject({ mail_sent: false, user_id: 7 });
    expect(joined).toEqual([{ organizationId: organization.id, invitationId: id, fullName: 'Zoe', password: 'a good password', email }]);
    await expect(accept(token, { email })).rejects.toMatchObject({ msg: "Missing 'full_name' argument" });
  });
});
