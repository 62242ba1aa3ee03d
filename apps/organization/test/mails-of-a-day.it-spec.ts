import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  changeOwnAccount,
  confirmEmailChange,
  findOrganizations,
  requestPasswordReset,
  resetPassword,
} from '@parley/contracts/organization';
import { expectSoon, type TestSmtp } from '@parley/testing';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

const TRIES = 15;

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

const allowances = () => suite.stores.database.client.mailAllowance;
const visitor = (host = home.host) => ({ host, clientName: 'tests' });
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, () => work()));
/** Waits until no mail is queued. */
const mailsDone = () => expectSoon(() => suite.stores.database.client.queuedMail.count(), 0);
/** Moves all mails so far into the past, by a day and a minute. */
const aDayPasses = () => allowances().updateMany({ data: { takenAt: new Date(Date.now() - 86_400_000 - 60_000) } });

describe('an address for which many password resets are requested', () => {
  const ask = (host = home.host, email = zoe.deliveryEmail) => suite.stores.rpc.call(requestPasswordReset, { email }, visitor(host));

  it('receives five mails a day, all answers are the same, and the last link works', async () => {
    const answers = await times(TRIES, ask);
    expect(answers).toEqual(answers.map(() => ({})));
    await mailsDone();
    expect(smtp.countTo(zoe.deliveryEmail)).toBe(5);
    expect(await ask(home.host, zoe.deliveryEmail.toUpperCase())).toEqual({});
    await mailsDone();
    expect(smtp.countTo(zoe.deliveryEmail)).toBe(5);
    const { text } = smtp.received.filter(({ to }) => to.includes(zoe.deliveryEmail)).at(-1) ?? { text: '' };
    const key = /accounts\/password\/reset\/(\S+)/.exec(text)?.[1] ?? '';
    const done = await suite.stores.rpc.call(resetPassword, { key, new_password: 'a new password' }, visitor());
    expect(done).toMatchObject({ email: zoe.deliveryEmail });
  });

  it('receives more for another organization, and on another day', async () => {
    const away = await suite.organization();
    await suite.account(away, { email: zoe.deliveryEmail });
    await times(TRIES, ask);
    await ask(away.host);
    await mailsDone();
    expect(smtp.countTo(zoe.deliveryEmail)).toBe(6);
    await aDayPasses();
    await times(TRIES, ask);
    await mailsDone();
    expect(smtp.countTo(zoe.deliveryEmail)).toBe(11);
  });
});

describe('an address for which many lists of organizations are requested', () => {
  it('receives three mails a day, from any host', async () => {
    const hosts = ['localhost', home.host, (await suite.organization()).host];
    const ask = (host = '') => suite.stores.rpc.call(findOrganizations, { email: zoe.deliveryEmail }, visitor(host));
    for (const host of hosts) await times(TRIES / hosts.length, () => ask(host));
    await mailsDone();
    expect(smtp.countTo(zoe.deliveryEmail)).toBe(3);
    await aDayPasses();
    await ask();
    await mailsDone();
    expect(smtp.countTo(zoe.deliveryEmail)).toBe(4);
  });
});

describe('an address that many users want to change to', () => {
  it('receives three links a day; the refusal says so, and the previous link stays valid', async () => {
    const email = `${zoe.userId}-wanted@example.com`;
    const others = [await suite.account(home), await suite.account(home), await suite.account(home)];
    const ask = ({ caller }: MadeAccount) => suite.stores.rpc.call(changeOwnAccount, { email }, caller);
    for (const one of others) {
      await ask(one);
      await smtp.next(email);
    }
    const refusal = { status: 400, msg: 'This address was sent too many confirmation links within the last 24 hours.' };
    for (const one of [zoe, ...others]) await expect(ask(one)).rejects.toMatchObject(refusal);
    await mailsDone();
    expect(smtp.countTo(email)).toBe(3);
    const { text } = smtp.received.filter(({ to }) => to.includes(email)).at(-1) ?? { text: '' };
    const key = /confirm_new_email\/(\S+)/.exec(text)?.[1] ?? '';
    expect(await suite.stores.rpc.call(confirmEmailChange, { key }, visitor())).toEqual({ email });
  });

  it('receives three links of many concurrent requests', async () => {
    const email = `${zoe.userId}-raced@example.com`;
    const people = [zoe, await suite.account(home), await suite.account(home), await suite.account(home), await suite.account(home)];
    const outcomes = await Promise.allSettled(people.map(({ caller }) => suite.stores.rpc.call(changeOwnAccount, { email }, caller)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (let count = 0; count < 3; count += 1) await smtp.next(email);
    await mailsDone();
    expect(smtp.countTo(email)).toBe(3);
  });
});

it('the records of mails are deleted after a day', async () => {
  await suite.stores.rpc.call(requestPasswordReset, { email: zoe.deliveryEmail }, visitor());
  await smtp.next(zoe.deliveryEmail);
  await aDayPasses();
  const other = await suite.account(home);
  await suite.stores.rpc.call(requestPasswordReset, { email: other.deliveryEmail }, visitor());
  await smtp.next(other.deliveryEmail);
  const left = () => allowances().count({ where: { address: zoe.deliveryEmail.toLowerCase() } });
  expect(await left()).toBe(0);
});
