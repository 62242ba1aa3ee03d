import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import {
  deactivateAccount,
  deactivateOrganization,
  findOrganizations,
  mailOrganizationsOfAddress,
  organizationsOfAddress,
} from '@parley/contracts/organization';
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

/** New organizations with these names, in which the address has an account. */
async function organizationsOf(email: string, ...names: string[]) {
  const organizations = await Promise.all(names.map(() => suite.organization()));
  for (const [index, { id }] of organizations.entries()) {
    await suite.stores.database.client.organization.update({ where: { id }, data: { name: names[index] ?? '' } });
    await suite.account({ id }, { email, password: null });
  }
  return organizations;
}

describe('finding organizations', () => {
  it('mails one list of all organizations, from any host', async () => {
    const email = 'everywhere@example.com';
    const created = await organizationsOf(email, 'Birds', 'acme', 'Cats\r\nBcc: spy@example.com');
    const elsewhere = await suite.organization();
    expect(await find(` ${email.toUpperCase()} `, elsewhere.host)).toEqual({});
    const mail = await smtp.next(email);
    const [birds, acme, cats] = created.map(({ host }) => host);
    expect(mail.text).toMatch(
      new RegExp(`- acme\\n +http\\S+${acme}\\n- Birds\\n +http\\S+${birds}\\n- Cats Bcc: spy@example.com\\n +http\\S+${cats}\\n`),
    );
    expect(mail.text).not.toContain(elsewhere.host);
    expect(mail.to).toEqual([email]);
    await suite.jobsDone(JOB);
    expect(smtp.countTo(email)).toBe(1);
  });

  it('includes those that the gateway found in other cells, also if this cell has none', async () => {
    const [email, alone] = ['cells@example.com', 'other-cell@example.com'];
    const [birds] = await organizationsOf(email, 'Birds');
    const elsewhere = { stringId: 'far-away', name: 'Ants', email };
    const mailed = (to: string) =>
      suite.stores.rpc.call(mailOrganizationsOfAddress, { email: to, elsewhere: [{ ...elsewhere, email: to }] }, SYSTEM_VISITOR);
    expect([await mailed(email), await mailed(alone)]).toEqual([{}, {}]);
    expect((await smtp.next(email)).text).toMatch(new RegExp(`- Ants\\n +http://far-away\\.\\S+\\n- Birds\\n +http\\S+${birds?.host}\\n`));
    expect((await smtp.next(alone)).text).toContain('http://far-away.');
    const { organizations } = await suite.stores.rpc.call(organizationsOfAddress, { email: 'CELLS@example.com' }, SYSTEM_VISITOR);
    expect(organizations).toEqual([{ stringId: birds?.host.split('.')[0], name: 'Birds', email }]);
  });

  it('omits organizations in which the user cannot log in', async () => {
    const email = 'sometimes@example.com';
    const [open, closed, left] = await organizationsOf(email, 'Open', 'Closed', 'Left');
    if (open === undefined || closed === undefined || left === undefined) throw new Error('three were created');
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

  it('returns the same and sends no mail if there is no organization', async () => {
    const organization = await suite.organization();
    const owner = await suite.account(organization, { password: null });
    const bot = await suite.account(organization, { botOwnerId: owner.userId });
    const before = smtp.offered;
    for (const email of ['nobody@example.com', bot.deliveryEmail]) expect(await find(email)).toEqual({});
    await suite.jobsDone(JOB);
    expect(smtp.offered).toBe(before);
  });

  it('reads no account before it answers', async () => {
    const email = 'locked@example.com';
    await organizationsOf(email, 'Locked');
    await suite.stores.database.transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE user_account IN ACCESS EXCLUSIVE MODE`;
      expect(await find(email)).toEqual({});
    });
    await smtp.next(email);
  });

  it('sends one mail if the job runs again after a crash', async () => {
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

  it('refuses with a clear error if the installation cannot send mail', async () => {
    const silent = await OrganizationSuite.open();
    const request = silent.stores.rpc.call(findOrganizations, { email: 'nobody@example.com' }, { host: 'localhost', clientName: 'tests' });
    await expect(request).rejects.toMatchObject({ msg: 'This server cannot send mail yet: its operator must configure SMTP.' });
    await silent.close();
  });
});
