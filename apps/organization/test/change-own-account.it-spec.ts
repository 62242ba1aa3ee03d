import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type InputOf, ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import { callersChanged, changeOwnAccount, confirmEmailChange, updateUser, verifyCredentials } from '@parley/contracts/organization';
import {
  AudienceIndex,
  auditedDuring,
  clientEvents,
  expectEventsExplainState,
  loggedEvents,
  newestSeq,
  queueView,
  type TestSmtp,
} from '@parley/testing';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let smtp: TestSmtp;
let home: MadeOrganization;
let owner: MadeAccount;
let zoe: MadeAccount;
let colleague: MadeAccount;
let guest: MadeAccount;

beforeAll(async () => {
  ({ suite, smtp } = await OrganizationSuite.openWithMail());
});
afterAll(() => suite.close());
beforeEach(async () => {
  home = await suite.organization();
  zoe = await suite.account(home);
  // Hashing is slow, and these users never log in.
  const password = null;
  owner = await suite.account(home, { role: ROLES.owner, password });
  colleague = await suite.account(home, { password });
  guest = await suite.account(home, { role: ROLES.guest, password });
});

type Wanted = InputOf<typeof changeOwnAccount>;
const change = (who: MadeAccount, wanted: Wanted) => suite.stores.rpc.call(changeOwnAccount, wanted, who.caller);
const set = (settings: Record<string, boolean>) =>
  suite.stores.database.client.organization.update({ where: { id: home.id }, data: { settings } });
const accountOf = (who: MadeAccount) => suite.stores.database.client.userAccount.findUniqueOrThrow({ where: { id: who.userId } });
const logIn = (email: string, password: string) => suite.logIn(home, email, password);

/** The events of each viewer while `work` runs. Also checks that registration before + events = registration after. */
async function explained(viewers: readonly MadeAccount[], work: () => Promise<unknown>, clientGravatar = false) {
  const { database } = suite.stores;
  const index = await AudienceIndex.read(database, home.id);
  const seq = await newestSeq(database, home.id);
  const before = await Promise.all(viewers.map((viewer) => suite.register(viewer.caller, { clientGravatar })));
  await work();
  const logged = await loggedEvents(database, home.id, seq);
  return Promise.all(
    viewers.map(async (viewer, n) => {
      const events = clientEvents(logged, queueView(viewer.userId, { clientGravatar }), index);
      const after = await suite.register(viewer.caller, { clientGravatar });
      // Belongs to the settings service, whose part of the registration is not read here.
      const ours = events.filter((event) => event.type !== 'user_settings');
      expectEventsExplainState({ before: before[n] ?? {}, events: ours, after, userId: viewer.userId });
      return events.map(({ id: _, ...event }) => event);
    }),
  );
}

const person = (fields: Readonly<Record<string, unknown>>) => ({
  type: 'realm_user',
  op: 'update',
  person: { user_id: zoe.userId, ...fields },
});

const avatar = (avatar_url: unknown) => ({
  type: 'realm_user',
  op: 'update',
  person: {
    user_id: zoe.userId,
    avatar_url,
    avatar_url_medium: expect.stringContaining('gravatar'),
    avatar_source: 'G',
    avatar_version: 1,
  },
});

describe('changing the name', () => {
  it('sends the name to everyone', async () => {
    const received = await explained([zoe, colleague, guest], () => change(zoe, { fullName: ' Zoe Ångström ' }));
    const expected = [person({ full_name: 'Zoe Ångström' })];
    expect(received).toEqual([expected, expected, expected]);
  });
  it('sends nothing if the name is the same', async () => {
    const { fullName } = await accountOf(zoe);
    expect(await explained([zoe], () => change(zoe, { fullName }))).toEqual([[]]);
  });
  it.each([
    ['Z', 'Name too short!'],
    ['Z'.repeat(101), 'Name too long!'],
    ['Zoe@home', 'Invalid characters in name!'],
    ['Zo\0e', 'Invalid characters in name!'],
    ['Zoe|12', 'Invalid format!'],
  ])('to %j is refused: %s', async (fullName, msg) => {
    await expect(change(zoe, { fullName })).rejects.toMatchObject({ status: 400, msg });
  });
  it('is refused for a taken name if names must be unique, but may change the case of the own name', async () => {
    await change(zoe, { fullName: 'Zoe Ångström' });
    await set({ require_unique_names: true });
    await expect(change(colleague, { fullName: 'zoe ångström' })).rejects.toMatchObject({ msg: 'Name is already in use!' });
    await change(zoe, { fullName: 'ZOE Ångström' });
    expect(await accountOf(zoe)).toMatchObject({ fullName: 'ZOE Ångström' });
  });
  it('is only allowed for administrators if the organization says so', async () => {
    await set({ name_changes_disabled: true });
    await expect(change(zoe, { fullName: 'Zoe New' })).rejects.toMatchObject({ msg: 'Name changes are disabled in this organization.' });
    await change(owner, { fullName: 'The Owner' });
    expect(await accountOf(owner)).toMatchObject({ fullName: 'The Owner' });
  });
});

describe('changing the time zone', () => {
  it('sends a setting to the user and the time zone to everyone', async () => {
    const [own, others] = await explained([zoe, colleague], () => change(zoe, { timezone: 'Europe/Paris' }));
    const fact = person({ email: zoe.email, timezone: 'Europe/Paris' });
    expect(own).toEqual([{ type: 'user_settings', op: 'update', property: 'timezone', value: 'Europe/Paris' }, fact]);
    expect(others).toEqual([fact]);
  });
});

describe('changing the visibility of the email address', () => {
  it('hides it from users who may no longer see it, and sends everyone the generated address', async () => {
    const received = await explained([zoe, owner, colleague, guest], () => change(zoe, { emailAddressVisibility: 3 }));
    const { apiEmail } = await accountOf(zoe);
    expect(apiEmail).toMatch(new RegExp(`^user${zoe.userId}@`));
    const address = person({ new_email: apiEmail });
    const hidden = person({ delivery_email: null });
    const setting = { type: 'user_settings', op: 'update', property: 'email_address_visibility', value: 3 };
    expect(received).toEqual([[setting, address], [address], [address, hidden], [address, hidden]]);
  });
  it('shows it to users who may now see it', async () => {
    await change(zoe, { emailAddressVisibility: 4 });
    const received = await explained([owner, colleague, guest], () => change(zoe, { emailAddressVisibility: 2 }));
    const shown = person({ delivery_email: zoe.deliveryEmail });
    expect(received).toEqual([[shown], [shown], []]);
    const [again] = await explained([guest], () => change(zoe, { emailAddressVisibility: 1 }));
    expect(again).toEqual([person({ new_email: zoe.deliveryEmail }), shown]);
  });
  it('sends the avatar URL to clients that can no longer compute it, and removes it when they can again', async () => {
    const [events] = await explained([colleague], () => change(zoe, { emailAddressVisibility: 4 }), true);
    expect(events).toContainEqual(avatar(expect.stringContaining('gravatar')));
    const [back] = await explained([colleague], () => change(zoe, { emailAddressVisibility: 1 }), true);
    expect(back).toContainEqual(avatar(null));
  });
  it('invalidates cached credentials of the previous address', async () => {
    const received: number[] = [];
    const { bus, link } = suite.stores.nats;
    const stop = bus.subscribe(callersChanged, ({ userIds }) => void received.push(...(userIds ?? [])));
    await link.connection.flush();
    await change(zoe, { emailAddressVisibility: 4 });
    await link.connection.flush();
    stop();
    expect(received).toEqual([zoe.userId]);
    const { apiEmail } = await accountOf(zoe);
    const request = { host: home.host, username: apiEmail, apiKey: zoe.apiKey };
    expect(await suite.stores.rpc.call(verifyCredentials, request, SYSTEM_VISITOR)).toMatchObject({ userId: zoe.userId });
  });
});

describe('changing the password', () => {
  const passwords = (old: string, wanted = 'a new password') => ({ password: { old, new: wanted } });

  it('requires the old one, keeps the API key and the queues, and sends no event', async () => {
    const [events] = await explained([zoe], () => change(zoe, passwords(zoe.password ?? '')));
    expect(events).toEqual([]);
    expect(await logIn(zoe.deliveryEmail, 'a new password')).toMatchObject({ api_key: zoe.apiKey });
    await expect(logIn(zoe.deliveryEmail, zoe.password ?? '')).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  });
  it.each([
    ['with a wrong old password', () => passwords('wrong'), 'Wrong password!'],
    ['without the old password', () => passwords(''), 'Wrong password!'],
    ['to a short password', () => passwords(zoe.password ?? '', 'short'), 'New password is too weak!'],
    ['to a long password', () => passwords(zoe.password ?? '', 'x'.repeat(101)), 'New password is too weak!'],
  ])('%s is refused, with all other changes of the request', async (_, wanted, msg) => {
    await expect(change(zoe, { ...wanted(), fullName: 'Zoe New', timezone: 'UTC' })).rejects.toMatchObject({ status: 400, msg });
    expect(await accountOf(zoe)).toMatchObject({ timezone: '' });
    expect(await logIn(zoe.deliveryEmail, zoe.password ?? '')).toMatchObject({ user_id: zoe.userId });
  });
  it('is refused for a user without a password', async () => {
    const without = await suite.account(home, { password: null });
    await expect(change(without, passwords(''))).rejects.toMatchObject({ msg: 'Wrong password!' });
  });
  it('is undone if another change of the request is refused', async () => {
    const request = change(zoe, { ...passwords(zoe.password ?? ''), email: colleague.deliveryEmail });
    await expect(request).rejects.toMatchObject({ msg: 'Already has an account.' });
    expect(await logIn(zoe.deliveryEmail, zoe.password ?? '')).toMatchObject({ user_id: zoe.userId });
  });
  it('with concurrent requests only one succeeds', async () => {
    const outcomes = await Promise.allSettled(
      ['first new one', 'second new one'].map((wanted) => change(zoe, passwords(zoe.password ?? '', wanted))),
    );
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
  it('is not available to bots', async () => {
    const bot = await suite.account(home, { botOwnerId: zoe.userId });
    await expect(change(bot, { fullName: 'Robot' })).rejects.toMatchObject({ msg: 'This endpoint does not accept bot requests.' });
  });
});

describe('changing the email address', () => {
  const keyIn = (text: string) => /confirm_new_email\/(\S+)/.exec(text)?.[1] ?? '';
  const confirm = (key: string, host = home.host) => suite.stores.rpc.call(confirmEmailChange, { key }, { host, clientName: 'tests' });
  const INVALID = { status: 400, msg: 'This confirmation link is invalid or has expired.' };

  async function askFor(email: string): Promise<string> {
    await change(zoe, { email });
    return keyIn((await smtp.next(email)).text);
  }

  it('takes effect with the confirmation link, and then notifies everyone and the old address', async () => {
    const email = `${zoe.userId}-new@example.com`;
    const [before] = await explained([zoe], () => change(zoe, { email: ` ${email} ` }));
    expect(before).toEqual([]);
    const mail = await smtp.next(email);
    expect(mail.subject).toBe('Confirm your new email address for An organization');
    expect(mail.text).toContain(`${home.host}/accounts/confirm_new_email/`);
    expect(await accountOf(zoe)).toMatchObject({ deliveryEmail: zoe.deliveryEmail });

    const received = await explained([zoe, colleague], async () => expect(await confirm(keyIn(mail.text))).toEqual({ email }));
    const expected = [person({ new_email: email }), person({ delivery_email: email }), avatar(expect.stringContaining('gravatar'))];
    expect(received).toEqual([expected, expected]);
    expect((await smtp.next(zoe.deliveryEmail)).text).toContain(`is now ${email}`);
    expect(await logIn(email, zoe.password ?? '')).toMatchObject({ api_key: zoe.apiKey });
    await expect(confirm(keyIn(mail.text))).rejects.toMatchObject(INVALID);
  });

  it('is in the audit log without the addresses, when it takes effect', async () => {
    const { database } = suite.stores;
    const email = `${zoe.userId}-audited@example.com`;
    expect(await auditedDuring(database, home.id, () => change(zoe, { email }))).toEqual([]);
    const key = keyIn((await smtp.next(email)).text);
    expect(await auditedDuring(database, home.id, () => confirm(key))).toEqual([
      { kind: 'user.changed', by: 'visitor', fields: ['delivery_email'] },
    ]);
  });

  it('is only sent to users who may see the address', async () => {
    await change(zoe, { emailAddressVisibility: 3 });
    const key = await askFor(`${zoe.userId}-hidden@example.com`);
    const received = await explained([owner, colleague], () => confirm(key));
    expect(JSON.stringify(received[0])).toContain('-hidden@example.com');
    expect(JSON.stringify(received[1])).not.toContain('-hidden@example.com');
  });

  it('works only with the newest link, within a day, at the host of the organization', async () => {
    const first = await askFor(`${zoe.userId}-first@example.com`);
    const second = await askFor(`${zoe.userId}-second@example.com`);
    await expect(confirm(first)).rejects.toMatchObject(INVALID);
    await expect(confirm(second, (await suite.organization()).host)).rejects.toMatchObject(INVALID);
    const { client } = suite.stores.database;
    const requestedAt = new Date(Date.now() - 25 * 3600 * 1000);
    await client.emailChange.update({ where: { userId: zoe.userId }, data: { requestedAt } });
    await expect(confirm(second)).rejects.toMatchObject(INVALID);
    expect(await accountOf(zoe)).toMatchObject({ deliveryEmail: zoe.deliveryEmail });
  });

  it('cannot be confirmed after an administrator set another address', async () => {
    const key = await askFor(`${zoe.userId}-late@example.com`);
    const given = { user_id: String(zoe.userId), new_email: `${zoe.userId}-given@example.com` };
    await suite.stores.rpc.call(updateUser, given, owner.caller);
    await expect(confirm(key)).rejects.toMatchObject(INVALID);
  });

  it.each([
    ['', 'Enter a valid email address.'],
    ['not an address', 'Enter a valid email address.'],
    ['a\0@example.com', 'Enter a valid email address.'],
    ['a@example.com, b@example.com', 'Enter a valid email address.'],
  ])('to %j is refused: %s', async (email, msg) => {
    await expect(change(zoe, { email })).rejects.toMatchObject({ status: 400, msg });
  });

  it('is refused for a taken address, both when requested and when confirmed', async () => {
    await expect(change(zoe, { email: colleague.deliveryEmail.toUpperCase() })).rejects.toMatchObject({ msg: 'Already has an account.' });
    const email = `${zoe.userId}-raced@example.com`;
    const key = await askFor(email);
    await suite.account(home, { email });
    await expect(confirm(key)).rejects.toMatchObject({ msg: 'Already has an account.' });
  });

  it('is only allowed for administrators if the organization says so', async () => {
    await set({ email_changes_disabled: true });
    const refused = { msg: 'Email address changes are disabled in this organization.' };
    await expect(change(zoe, { email: 'z@example.com' })).rejects.toMatchObject(refused);
    await change(owner, { email: `${owner.userId}-new@example.com` });
    expect((await smtp.next(`${owner.userId}-new@example.com`)).text).toContain('confirm_new_email');
  });

  it('sends no mail if the address is the same', async () => {
    await change(zoe, { email: zoe.deliveryEmail });
    expect(await suite.stores.database.client.emailChange.count({ where: { userId: zoe.userId } })).toBe(0);
  });

  it.each(['', 'x', `${crypto.randomUUID()}.${'A'.repeat(43)}`, '\0'])('is not confirmed by the key %j', async (key) => {
    await expect(confirm(key)).rejects.toMatchObject(INVALID);
  });
});

describe('an installation that cannot send mail', () => {
  it('refuses the request with a clear error and changes nothing', async () => {
    const silent = await OrganizationSuite.open();
    const organization = await silent.organization();
    const member = await silent.account(organization);
    const request = silent.stores.rpc.call(changeOwnAccount, { email: 'z@example.com', timezone: 'UTC' }, member.caller);
    await expect(request).rejects.toMatchObject({
      status: 400,
      msg: 'This server cannot send mail yet: its operator must configure SMTP.',
    });
    const row = await silent.stores.database.client.userAccount.findUniqueOrThrow({ where: { id: member.userId } });
    expect(row).toMatchObject({ timezone: '' });
    await silent.close();
  });
});
