import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deactivateAccount, deactivateOrganization, findOrganizations, SYSTEM_VISITOR } from '@parley/contracts';
import { expectSoon, type TestSmtp } from '@parley/testing';
import { OrganizationSuite } from './organization-suite.js';

const JOB = 'organization-find-organizations';

let suite: OrganizationSuite;
let smtp: TestSmtp;

beforeAll(async () => {
  ({ suite, smtp } = await OrganizationSuite.openWithMail());
});
afterAll(() => suite.close());

const find = (email: string, host = 'localhost') => suite.stores.rpc.call(findOrganizations, { email }, { host, clientName: 'tests' });

/** Organizations of these names where the address has an account. */
async function organizationsOf(email: string, ...names: string[]) {
  const made = await Promise.all(names.map(() => suite.organization()));
  for (const [place, { id }] of made.entries()) {
    await suite.stores.database.client.organization.update({ where: { id }, data: { name: names[place] ?? '' } });
    await suite.account({ id }, { email, password: null });
  }
  return made;
}

describe('asking for the own organizations', () => {
  it('mails one list of all of them, wherever it is asked', async () => {
    const email = 'everywhere@example.com';
    const made = await organizationsOf(email, 'Birds', 'acme', 'Cats\r\nBcc: spy@example.com');
    const elsewhere = await suite.organization();
    expect(await find(` ${email.toUpperCase()} `, elsewhere.host)).toEqual({});
    const mail = await smtp.next(email);
    const [birds, acme, cats] = made.map(({ host }) => host);
    expect(mail.text).toMatch(
      new RegExp(`- acme\\n +http\\S+${acme}\\n- Birds\\n +http\\S+${birds}\\n- Cats Bcc: spy@example.com\\n +http\\S+${cats}\\n`),
    );
    expect(mail.text).not.toContain(elsewhere.host);
    expect(mail.to).toEqual([email]);
    await suite.jobsDone(JOB);
    expect(smtp.countTo(email)).toBe(1);
  });

  it('leaves out where somebody cannot log in', async () => {
    const email = 'sometimes@example.com';
    const [open, closed, left] = await organizationsOf(email, 'Open', 'Closed', 'Left');
    if (open === undefined || closed === undefined || left === undefined) throw new Error('three were made');
    await suite.stores.rpc.call(deactivateOrganization, { organizationId: closed.id }, SYSTEM_VISITOR);
    const account = await suite.stores.database.client.userAccount.findFirstOrThrow({
      where: { organizationId: left.id, deliveryEmail: email },
    });
    await suite.stores.rpc.call(deactivateAccount, { organizationId: left.id, userId: account.id }, SYSTEM_VISITOR);
    await find(email);
    const { text } = await smtp.next(email);
    expect(text).toContain(open.host);
    for (const { host } of [closed, left]) expect(text).not.toContain(host);
  });

  it('is answered alike, and mails nobody, where there is none', async () => {
    const organization = await suite.organization();
    const owner = await suite.account(organization, { password: null });
    const bot = await suite.account(organization, { botOwnerId: owner.userId });
    const before = smtp.offered;
    for (const email of ['nobody@example.com', bot.deliveryEmail]) expect(await find(email)).toEqual({});
    await suite.jobsDone(JOB);
    expect(smtp.offered).toBe(before);
  });

  it('looks at no account before it answers', async () => {
    const email = 'locked@example.com';
    await organizationsOf(email, 'Locked');
    await suite.stores.database.transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE user_account IN ACCESS EXCLUSIVE MODE`;
      expect(await find(email)).toEqual({});
    });
    await smtp.next(email);
  });

  it('is run again where its process died: one mail', async () => {
    const email = 'again@example.com';
    await organizationsOf(email, 'Again');
    const nonce = crypto.randomUUID();
    const run = async () => {
      const job = await suite.jobs(JOB).add(JOB, { email, nonce }, { jobId: nonce });
      await expectSoon(() => job.isCompleted(), true);
      await job.remove();
    };
    await run();
    await run();
    expect(smtp.countTo(email)).toBe(1);
  });

  it.each(['', 'nobody', 'a\0@example.com', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com'])(
    'for %j is refused',
    async (email) => {
      await expect(find(email)).rejects.toMatchObject({ status: 400, msg: 'Enter a valid email address.' });
    },
  );

  it('says so where the installation cannot send mail', async () => {
    const silent = await OrganizationSuite.open();
    const asked = silent.stores.rpc.call(findOrganizations, { email: 'nobody@example.com' }, { host: 'localhost', clientName: 'tests' });
    await expect(asked).rejects.toMatchObject({ msg: 'This server cannot send mail yet: its operator must configure SMTP.' });
    await silent.close();
  });
});
