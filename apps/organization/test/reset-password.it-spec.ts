import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import {
  changeOwnAccount,
  confirmEmailChange,
  deactivateAccount,
  requestPasswordReset,
  resetPassword,
  setPassword,
} from '@parley/contracts/organization';
import { auditedDuring, expectSoon, type TestSmtp } from '@parley/testing';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

const JOB = 'organization-reset-password';
const BARE_HOST = '127.0.0.1:9991';
const INVALID = { status: 400, msg: 'This confirmation link is invalid or has expired.' };
const NEW = 'a new password';

let suite: OrganizationSuite;
let smtp: TestSmtp;
let home: MadeOrganization;
let zoe: MadeAccount;

beforeAll(async () => {
  ({ suite, smtp } = await OrganizationSuite.openWithMail());
});
afterAll(() => suite.close());
beforeEach(async () => {
  home = await suite.organization();
  zoe = await suite.account(home);
});

const client = () => suite.stores.database.client;
const visitor = (host: string) => ({ host, clientName: 'tests' });
const ask = (email: string, host = home.host) => suite.stores.rpc.call(requestPasswordReset, { email }, visitor(host));
const reset = (key: string, password = NEW, host = home.host) =>
  suite.stores.rpc.call(resetPassword, { key, new_password: password }, visitor(host));
const logIn = (password: string | null, email = zoe.deliveryEmail) => suite.logIn(home, email, password);
const keyIn = (text: string) => /accounts\/password\/reset\/(\S+)/.exec(text)?.[1] ?? '';
const nonceOf = (key: string) => key.split('.')[0] ?? '';

async function linkFor(email = zoe.deliveryEmail, host = home.host): Promise<string> {
  await ask(email, host);
  return keyIn((await smtp.next(email)).text);
}

describe('a password that is reset', () => {
  it('is in the audit log', async () => {
    const key = await linkFor();
    expect(await auditedDuring(suite.stores.database, home.id, () => reset(key))).toEqual([
      { kind: 'password.changed', by: 'visitor', fields: ['changed_at'] },
    ]);
  });
});

describe('requesting a password reset', () => {
  it('mails a link to the organization, and the mail explains what it is for', async () => {
    expect(await ask(` ${zoe.deliveryEmail.toUpperCase()} `)).toEqual({});
    const mail = await smtp.next(zoe.deliveryEmail);
    expect(mail.subject).toBe('Choose a new password for An organization');
    expect(mail.text).toContain(`requested a password reset for the account ${zoe.deliveryEmail} in An organization`);
    expect(mail.text).toContain(`${home.host}/accounts/password/reset/${keyIn(mail.text)}\n`);
  });

  it('returns the same and sends no mail if no account could log in', async () => {
    const gone = await suite.account(home);
    await suite.stores.rpc.call(deactivateAccount, { organizationId: home.id, userId: gone.userId }, SYSTEM_VISITOR);
    const bot = await suite.account(home, { botOwnerId: zoe.userId });
    const stranger = await suite.account(await suite.organization());
    const before = smtp.offered;
    for (const { deliveryEmail } of [gone, bot, stranger, { deliveryEmail: 'nobody@example.com' }])
      expect(await ask(deliveryEmail)).toEqual({});
    await client().organization.update({ where: { id: home.id }, data: { settings: { authentication_methods: { Email: false } } } });
    expect(await ask(zoe.deliveryEmail)).toEqual({});
    await client().organization.update({ where: { id: home.id }, data: { settings: {}, deactivatedAt: new Date() } });
    expect(await ask(zoe.deliveryEmail)).toEqual({});
    await suite.jobsDone(JOB);
    expect(smtp.offered).toBe(before);
    expect(await client().passwordReset.count({ where: { organizationId: home.id } })).toBe(0);
  });

  it('reads no account before it answers', async () => {
    const { database } = suite.stores;
    await database.transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE user_account IN ACCESS EXCLUSIVE MODE`;
      expect(await ask(zoe.deliveryEmail)).toEqual({});
      expect(await ask('nobody@example.com')).toEqual({});
    });
    expect(keyIn((await smtp.next(zoe.deliveryEmail)).text)).not.toBe('');
  });

  it('on a bare host works for an address with only one account', async () => {
    await ask(zoe.deliveryEmail, BARE_HOST);
    expect((await smtp.next(zoe.deliveryEmail)).text).toContain(`${home.host}/accounts/password/reset/`);
    await suite.account(await suite.organization(), { email: zoe.deliveryEmail });
    await ask(zoe.deliveryEmail, BARE_HOST);
    await suite.jobsDone(JOB);
    expect(smtp.countTo(zoe.deliveryEmail)).toBe(1);
  });

  it('is refused at a host of no organization', async () => {
    await expect(ask(zoe.deliveryEmail, 'nowhere.example.net')).rejects.toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' });
    const unknown = home.host.replace(/^[^.]+/, 'nowhere');
    await expect(ask(zoe.deliveryEmail, unknown)).rejects.toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' });
  });

  it.each([
    '',
    'nobody',
    'a\0@example.com',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '"a\nb"@example.com',
    'Zoe <zoe@example.com>',
    `${'a'.repeat(250)}@example.com`,
  ])('for %j is refused', async (email) => {
    await expect(ask(email)).rejects.toMatchObject({ status: 400, msg: 'Enter a valid email address.' });
  });

  it('sends one mail with one link if the job runs again after a crash', async () => {
    const key = await linkFor();
    await runAgain(nonceOf(key));
    expect(smtp.countTo(zoe.deliveryEmail)).toBe(1);
    expect(await client().passwordReset.count({ where: { userId: zoe.userId } })).toBe(1);
    await reset(key);
    await client().sentMail.deleteMany({ where: { key: { endsWith: nonceOf(key) } } });
    await runAgain(nonceOf(key));
    expect(smtp.countTo(zoe.deliveryEmail)).toBe(1);
    await expect(reset(key)).rejects.toMatchObject(INVALID);
  });

  it('is retried with the same link if the mail server is down', async () => {
    smtp.refuse(451);
    await ask(zoe.deliveryEmail);
    await expectSoon(() => suite.jobs(JOB).getDelayedCount(), 1);
    const [failed] = await suite.jobs(JOB).getDelayed();
    await failed?.promote();
    expect(nonceOf(keyIn((await smtp.next(zoe.deliveryEmail)).text))).toBe(failed?.id);
    expect(await client().passwordReset.count({ where: { userId: zoe.userId } })).toBe(1);
  });
});

describe('the link', () => {
  it('sets the password once, keeps the API key and the queues, and sends no event', async () => {
    const key = await linkFor();
    const [events] = await suite.explained(home, [zoe], async () => {
      expect(await reset(key)).toEqual({ email: zoe.deliveryEmail, realm_url: expect.stringContaining(home.host) });
    });
    expect(events).toEqual([]);
    expect(await logIn(NEW)).toMatchObject({ api_key: zoe.apiKey, user_id: zoe.userId });
    await expect(logIn(zoe.password)).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
    await expect(reset(key, 'yet another one')).rejects.toMatchObject(INVALID);
    expect(await logIn(NEW)).toMatchObject({ user_id: zoe.userId });
  });

  it('sets a password for a user without one', async () => {
    const without = await suite.account(home, { password: null });
    await reset(await linkFor(without.deliveryEmail));
    expect(await logIn(NEW, without.deliveryEmail)).toMatchObject({ api_key: without.apiKey });
  });

  it('can exist several times, and using one ends the others', async () => {
    const [first, second] = [await linkFor(), await linkFor()];
    expect(first).not.toBe(second);
    await reset(first);
    await expect(reset(second)).rejects.toMatchObject(INVALID);
    expect(await reset(await linkFor(), 'a third password')).toMatchObject({ email: zoe.deliveryEmail });
  });

  it.each([
    ['the same link', async () => Array.from({ length: 4 }).fill(await linkFor())],
    ['several links', async () => [await linkFor(), await linkFor(), await linkFor(), await linkFor()]],
  ])('of %s that are used concurrently only one succeeds', async (_, links) => {
    const outcomes = await Promise.allSettled((await links()).map((key, index) => reset(String(key), `password number ${index}`)));
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason.msg);
    expect(lost).toEqual([INVALID.msg, INVALID.msg, INVALID.msg]);
    expect(await logIn(`password number ${won}`)).toMatchObject({ user_id: zoe.userId });
  });

  it.each([
    ['its user changes the password', () => changeOwn(NEW)],
    [
      'the operator sets it',
      () => suite.stores.rpc.call(setPassword, { organizationId: home.id, userId: zoe.userId, password: NEW }, SYSTEM_VISITOR),
    ],
  ])('is invalid once %s', async (_, change) => {
    const key = await linkFor();
    await change();
    await expect(reset(key, 'another password')).rejects.toMatchObject(INVALID);
    expect(await logIn(NEW)).toMatchObject({ user_id: zoe.userId });
  });

  it('stays valid if the new password is refused', async () => {
    const key = await linkFor();
    await expect(changeOwn(NEW, 'wrong password')).rejects.toMatchObject({ msg: 'Wrong password!' });
    await expect(reset(key, 'short')).rejects.toMatchObject({ status: 400, msg: 'The password is too weak.' });
    await expect(reset(key, 'x'.repeat(101))).rejects.toMatchObject({ msg: 'The password is too weak.' });
    expect(await reset(key)).toMatchObject({ email: zoe.deliveryEmail });
  });

  it('is valid for a day of database time', async () => {
    const key = await linkFor();
    const rows = await client()
      .$queryRaw`SELECT expires_at - now() BETWEEN '23:59' AND '24:00' AS day FROM password_reset WHERE user_id = ${zoe.userId}`;
    expect(rows).toEqual([{ day: true }]);
    await client().$executeRaw`UPDATE password_reset SET expires_at = now() - interval '1 millisecond' WHERE user_id = ${zoe.userId}`;
    await expect(reset(key)).rejects.toMatchObject(INVALID);
    expect(await logIn(zoe.password)).toMatchObject({ user_id: zoe.userId });
  });

  it('is invalid at the host of another organization, and valid at a bare host', async () => {
    const key = await linkFor();
    const other = await suite.organization();
    for (const host of [other.host, 'nowhere.example.net']) await expect(reset(key, NEW, host)).rejects.toMatchObject(INVALID);
    expect(await reset(key, NEW, BARE_HOST)).toMatchObject({ email: zoe.deliveryEmail });
  });

  it('is invalid if the account is deactivated or has another address, or the organization is deactivated', async () => {
    const key = await linkFor();
    const account = { where: { id: zoe.userId } };
    await client().userAccount.update({ ...account, data: { isActive: false } });
    await expect(reset(key)).rejects.toMatchObject(INVALID);
    await client().userAccount.update({ ...account, data: { isActive: true, deliveryEmail: `moved-${zoe.deliveryEmail}` } });
    await expect(reset(key)).rejects.toMatchObject(INVALID);
    await client().userAccount.update({ ...account, data: { deliveryEmail: zoe.deliveryEmail } });
    await client().organization.update({ where: { id: home.id }, data: { deactivatedAt: new Date() } });
    await expect(reset(key)).rejects.toMatchObject(INVALID);
    await client().organization.update({ where: { id: home.id }, data: { deactivatedAt: null } });
    expect(await reset(key)).toMatchObject({ email: zoe.deliveryEmail });
  });

  it('is refused with a clear error if the organization disabled passwords', async () => {
    const key = await linkFor();
    await client().organization.update({ where: { id: home.id }, data: { settings: { authentication_methods: { Email: false } } } });
    await expect(reset(key)).rejects.toMatchObject({ status: 401, code: 'PASSWORD_AUTH_DISABLED' });
  });

  it('cannot be derived from the stored data', async () => {
    const key = await linkFor();
    const secret = key.slice(nonceOf(key).length + 1);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    const stored = await client().passwordReset.findMany({ where: { userId: zoe.userId } });
    const job = await suite.jobs(JOB).getJob(nonceOf(key));
    expect(JSON.stringify([stored, job?.data])).not.toContain(secret);
    await expect(reset(nonceOf(key))).rejects.toMatchObject(INVALID);
    await expect(reset(`${nonceOf(key)}.${'A'.repeat(43)}`)).rejects.toMatchObject(INVALID);
  });

  it.each(['', 'x', '\0', `${crypto.randomUUID()}.${'A'.repeat(43)}`])('is not %j', async (key) => {
    await expect(reset(key)).rejects.toMatchObject(INVALID);
  });

  it('cannot be used to change the email address, and the reverse', async () => {
    const key = await linkFor();
    await expect(suite.stores.rpc.call(confirmEmailChange, { key }, visitor(home.host))).rejects.toMatchObject(INVALID);
    await suite.stores.rpc.call(changeOwnAccount, { email: `new-${zoe.deliveryEmail}` }, zoe.caller);
    const other = /confirm_new_email\/(\S+)/.exec((await smtp.next(`new-${zoe.deliveryEmail}`)).text)?.[1] ?? '';
    await expect(reset(other)).rejects.toMatchObject(INVALID);
  });

  it('is deleted a week after it expired', async () => {
    const [old, expired] = [await linkFor(), await linkFor()];
    const expire = (key: string, days: number) =>
      client()
        .$executeRaw`UPDATE password_reset SET expires_at = now() - make_interval(days => ${days}) WHERE nonce = ${nonceOf(key)}::uuid`;
    await expire(old, 8);
    await expire(expired, 6);
    const newest = await linkFor();
    const left = await client().passwordReset.findMany({ where: { userId: zoe.userId } });
    expect(left.map(({ nonce }) => nonce).sort()).toEqual([nonceOf(expired), nonceOf(newest)].sort());
  });
});

describe('an installation that cannot send mail', () => {
  it('refuses with the same clear error, whether there is an account or not', async () => {
    const silent = await OrganizationSuite.open();
    const { host } = await silent.organization();
    await expect(silent.stores.rpc.call(requestPasswordReset, { email: 'nobody@example.com' }, visitor(host))).rejects.toMatchObject({
      status: 400,
      msg: 'This server cannot send mail yet: its operator must configure SMTP.',
    });
    await silent.close();
  });
});

function changeOwn(password: string, old = zoe.password ?? '') {
  return suite.stores.rpc.call(changeOwnAccount, { password: { old, new: password } }, zoe.caller);
}

/** Runs the finished job again, as after a crash before the job was acknowledged. */
async function runAgain(nonce: string): Promise<void> {
  await suite.jobsDone(JOB);
  const request = { stringId: home.host.split('.')[0], email: zoe.deliveryEmail, nonce };
  const again = await suite.jobs(JOB).add(JOB, request, { jobId: nonce });
  await expectSoon(() => again.isCompleted(), true);
  await again.remove();
}
