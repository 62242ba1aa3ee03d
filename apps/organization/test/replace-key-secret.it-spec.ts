import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import {
  createBot,
  createIdentityProvider,
  readBotConfig,
  requestPasswordReset,
  resetPassword,
  verifyCredentials,
} from '@parley/contracts/organization';
import { expectSoon, TEST_KEY_SECRET, type TestSmtp } from '@parley/testing';
import { organizationConfig } from '../src/config.js';
import { OrganizationModule } from '../src/organization.module.js';
import { ProviderSecrets } from '../src/sign-in/provider-secrets.js';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';
import { codeOf, TwoSteps } from './two-step-suite.js';

const NEWER = 'the newer key secret of this installation, 32 or more';

let suite: OrganizationSuite;
let smtp: TestSmtp;
let home: MadeOrganization;
let zoe: MadeAccount;
let amir: MadeAccount;

/** Restarts all replicas with these secrets. */
async function restart(secrets: Readonly<Record<string, string>>): Promise<void> {
  await suite.stopService();
  await suite.stores
    .start('organization', OrganizationModule, organizationConfig, { ...smtp.env, ...secrets })
    .then((service) => suite.serveWith(service));
}

beforeAll(async () => {
  ({ suite, smtp } = await OrganizationSuite.openWithMail());
  home = await suite.organization();
  zoe = await suite.account(home);
  amir = await suite.account(home);
});
afterAll(() => suite.close());

const verify = ({ email, apiKey }: MadeAccount) =>
  suite.stores.rpc.call(verifyCredentials, { host: home.host, username: email, apiKey }, SYSTEM_VISITOR);
const visitor = () => ({ host: home.host, clientName: 'tests' });
const storedKey = async ({ userId }: MadeAccount) => {
  const { digest, sealed } = await suite.stores.database.client.apiKey.findUniqueOrThrow({ where: { userId } });
  return { digest: Buffer.from(digest).toString('hex'), sealed: Buffer.from(sealed).toString('hex') };
};

async function mailedLink(): Promise<string> {
  await suite.stores.rpc.call(requestPasswordReset, { email: zoe.deliveryEmail }, visitor());
  return /accounts\/password\/reset\/(\S+)/.exec((await smtp.next(zoe.deliveryEmail)).text)?.[1] ?? '';
}

const readConfig = async (botId: number) =>
  (await suite.stores.rpc.call(readBotConfig, { organizationId: home.id, botId }, SYSTEM_VISITOR)).config;

describe('while PARLEY_KEY_SECRET is replaced', () => {
  it('values of bots are re-encrypted, and then need only the new secret', async () => {
    const config_data = { webhook_secret: 'known to the sender', client_secret: 'another one' };
    const bot = { full_name: 'Hook', short_name: 'hook', bot_type: 2, default_all_public_streams: false, config_data };
    const { user_id } = await suite.stores.rpc.call(createBot, bot, zoe.caller);
    const stored = async () => {
      const rows = await suite.stores.database.client.botConfig.findMany({ where: { botId: user_id }, orderBy: { key: 'asc' } });
      return rows.map(({ sealed, changedAt }) => ({ sealed: Buffer.from(sealed).toString('hex'), changedAt }));
    };
    const before = await stored();
    expect(JSON.stringify(before)).not.toContain(Buffer.from('known to the sender').toString('hex'));
    await restart({ PARLEY_KEY_SECRET: NEWER, PARLEY_KEY_SECRET_PREVIOUS: TEST_KEY_SECRET });
    await expectSoon(async () => (await stored()).every(({ sealed }, n) => sealed !== before[n]?.sealed), true);
    await suite.jobsDone('organization-move-bot-configs');
    await restart({ PARLEY_KEY_SECRET: NEWER });
    expect(await readConfig(user_id)).toEqual(config_data);
    expect((await stored()).map(({ changedAt }) => changedAt)).toEqual(before.map(({ changedAt }) => changedAt));
    await restart({ PARLEY_KEY_SECRET: TEST_KEY_SECRET, PARLEY_KEY_SECRET_PREVIOUS: NEWER });
    await suite.jobsDone('organization-move-keys');
    await suite.jobsDone('organization-move-bot-configs');
    await restart({});
  });

  it('secrets of identity providers are re-encrypted, and then need only the new secret', async () => {
    const owner = await suite.account(home, { role: ROLES.owner });
    const config = { issuer: 'https://id.example', client_id: 'parley' };
    const given = { kind: 'oidc' as const, name: 'Company', config, secret: 'known to the provider', is_enabled: false };
    const { id } = await suite.stores.rpc.call(createIdentityProvider, given, owner.caller);
    const stored = async () => {
      const row = await suite.stores.database.client.identityProvider.findFirstOrThrow({ where: { organizationId: home.id, id } });
      return { id, sealed: row.sealed ?? new Uint8Array(), changedAt: row.secretChangedAt };
    };
    const hex = async () => Buffer.from((await stored()).sealed).toString('hex');
    const before = await stored();
    expect(await hex()).not.toContain(Buffer.from('known to the provider').toString('hex'));
    await restart({ PARLEY_KEY_SECRET: NEWER, PARLEY_KEY_SECRET_PREVIOUS: TEST_KEY_SECRET });
    await expectSoon(async () => (await hex()) !== Buffer.from(before.sealed).toString('hex'), true);
    await suite.jobsDone('organization-move-provider-secrets');
    await restart({ PARLEY_KEY_SECRET: NEWER });
    const after = await stored();
    expect([suite.get(ProviderSecrets).open(home.id, after), after.changedAt]).toEqual(['known to the provider', before.changedAt]);
    // It opens for no other organization.
    expect(() => suite.get(ProviderSecrets).open(home.id + 1, after)).toThrow('must be entered again');
    await restart({ PARLEY_KEY_SECRET: TEST_KEY_SECRET, PARLEY_KEY_SECRET_PREVIOUS: NEWER });
    await suite.jobsDone('organization-move-keys');
    await suite.jobsDone('organization-move-provider-secrets');
    await restart({});
  });

  it('keys and mailed links of the previous secret work, and keys are re-encrypted with the new one', async () => {
    const key = await mailedLink();
    const before = await storedKey(zoe);
    await restart({ PARLEY_KEY_SECRET: NEWER, PARLEY_KEY_SECRET_PREVIOUS: TEST_KEY_SECRET });
    await expect(verify(zoe)).resolves.toMatchObject({ userId: zoe.userId });
    await expect(suite.stores.rpc.call(resetPassword, { key, new_password: 'a new password' }, visitor())).resolves.toMatchObject({
      email: zoe.deliveryEmail,
    });
    await expectSoon(async () => (await storedKey(zoe)).digest !== before.digest && (await storedKey(amir)).digest !== '', true);
    expect((await storedKey(zoe)).sealed).not.toBe(before.sealed);
    await expect(verify(zoe)).resolves.toMatchObject({ userId: zoe.userId });
    await suite.jobsDone('organization-move-keys');
  });

  it('the previous secret is no longer needed after the re-encryption', async () => {
    await restart({ PARLEY_KEY_SECRET: NEWER });
    for (const account of [zoe, amir]) await expect(verify(account)).resolves.toMatchObject({ userId: account.userId });
    const shown = await suite.logIn(home, amir.deliveryEmail, amir.password);
    expect(shown.api_key).toBe(amir.apiKey);
  });

  it('re-encrypted keys work for replicas that know both secrets and still use the previous one', async () => {
    await restart({ PARLEY_KEY_SECRET: TEST_KEY_SECRET, PARLEY_KEY_SECRET_PREVIOUS: NEWER });
    await expect(verify(zoe)).resolves.toMatchObject({ userId: zoe.userId });
  });

  it('without either secret, a key is invalid', async () => {
    await restart({ PARLEY_KEY_SECRET: 'a key secret of another installation, 32 or more' });
    await expect(verify(zoe)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
  });
});

describe('the secrets of authenticator apps', () => {
  it('are re-encrypted too, and then need only the new secret', async () => {
    await restart({});
    const steps = new TwoSteps(suite, home);
    const { person, secret } = await steps.enrolled(await suite.account(home));
    const stored = async () => {
      const { totpSealed } = await suite.stores.database.client.secondFactor.findUniqueOrThrow({
        where: { organizationId_userId: { organizationId: home.id, userId: person.userId } },
      });
      return Buffer.from(totpSealed ?? []).toString('hex');
    };
    const before = await stored();
    await restart({ PARLEY_KEY_SECRET: NEWER, PARLEY_KEY_SECRET_PREVIOUS: TEST_KEY_SECRET });
    await expectSoon(async () => (await stored()) !== before, true);
    await suite.jobsDone('organization-move-totp-secrets');
    await suite.jobsDone('organization-move-keys');
    await restart({ PARLEY_KEY_SECRET: NEWER });
    expect(await steps.outcome(steps.finish(await steps.step(person), codeOf(secret)))).toBe('success');
    await restart({ PARLEY_KEY_SECRET: 'a third secret that opens nothing of this database' });
    await steps.forgetUsedCodes(person);
    expect(await steps.outcome(steps.finish(await steps.step(person), codeOf(secret)))).toBe('SECOND_FACTOR_WRONG');
  });
});
