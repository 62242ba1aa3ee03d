import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ApiError, type InputOf, SYSTEM_VISITOR, type TokenScope } from '@parley/contracts';
import {
  callersChanged,
  createApiToken,
  deactivateUser,
  eraseAccount,
  listApiTokens,
  MAX_TOKENS,
  reactivateUser,
  regenerateApiKey,
  regenerateBotApiKey,
  revokeApiToken,
  rotateApiKey,
  updateOrganization,
  verifyCredentials,
  verifyManyCredentials,
} from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { expectSoon } from '@parley/testing';
import { ForgetExpiredTokens } from '../src/tokens/forget-expired-tokens.js';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let organization: MadeOrganization;
beforeAll(async () => {
  suite = await OrganizationSuite.open();
  organization = await suite.organization();
});
afterAll(() => suite.close());

const make = ({ caller }: MadeAccount, scopes: TokenScope[] = ['read'], more: object = {}) =>
  suite.stores.rpc.call(createApiToken, { name: 'Build server', scopes, ...more }, caller);

/** What a gateway of this version sends. */
const given = ({ email }: MadeAccount, apiKey: string, { host } = organization) =>
  ({ host, username: email, apiKey, acceptsTokens: true }) as const;
const verify = (credentials: InputOf<typeof verifyCredentials>) =>
  suite.stores.rpc.call(verifyCredentials, credentials, SYSTEM_VISITOR).then(
    (identity) => identity,
    (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.msg}` : Promise.reject(error)),
  );
const INVALID = '401 Invalid API key';

/** How requests look up credentials. Jobs delete from these tables at any time. */
const CREDENTIALS = /FROM (?:api_key|api_token|browser_session)(?= [a-z] JOIN user_account )/g;

describe('an API token', () => {
  it('is stored by its digest only, and says what it allows', async () => {
    const person = await suite.account(organization);
    const expires_at = Math.floor(Date.now() / 1000) + 3600;
    const { token, id } = await make(person, ['send', 'read'], { expires_at });
    const rows = await suite.stores.database.client.$queryRaw`
      SELECT row_to_json(t)::text AS row, encode(t.digest, 'escape') AS digest FROM api_token t
      WHERE t.organization_id = ${organization.id} AND t.user_id = ${person.userId}`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await verify(given(person, token))).toMatchObject({
      userId: person.userId,
      token: { id, scopes: ['send', 'read'], expiresAt: expires_at * 1000 },
    });
    const entries = await suite.stores.database.client.$queryRaw`
      SELECT kind, changes::text AS changes, actor_id AS actor FROM audit_log
      WHERE organization_id = ${organization.id} AND subject = ${id}`;
    expect(entries).toMatchObject([{ kind: 'api_token.created', actor: person.userId }]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it('is refused where gateways would not heed its scopes, and as a key without a name', async () => {
    const person = await suite.account(organization);
    const { token } = await make(person);
    const { acceptsTokens: _accepts, ...older } = given(person, token);
    expect(await verify(older)).toBe('401 Malformed API key');
    expect(await verify({ ...given(person, token), username: '', keyAlone: true })).toBe('401 Malformed API key');
  });

  it('is verified beside API keys, each with its own answer', async () => {
    const [one, two] = [await suite.account(organization), await suite.account(organization)];
    const other = await suite.organization();
    const { token } = await make(one);
    const credentials = [
      given(one, token),
      given(two, two.apiKey),
      given(two, token),
      given(one, token, other),
      given(one, one.apiKey),
      given(one, `parley_${'x'.repeat(40)}`),
    ];
    const { answers } = await suite.stores.rpc.call(verifyManyCredentials, { credentials }, SYSTEM_VISITOR);
    const said = answers.map((answer) =>
      'identity' in answer ? [answer.identity.userId, answer.identity.token?.scopes] : answer.refusal.msg,
    );
    expect(said).toEqual([
      [one.userId, ['read']],
      [two.userId, undefined],
      'Invalid API key',
      'Invalid API key',
      [one.userId, undefined],
      'Invalid API key',
    ]);
  });

  it('costs one statement, however many arrive together, and API keys none more than before', async () => {
    const [one, two] = [await suite.account(organization), await suite.account(organization)];
    const tokens = [await make(one), await make(two)].map(({ token }) => token);
    const direct = suite.get(Database).direct;
    const read = jest.spyOn(direct, '$queryRaw');
    /** The tables of credentials that were read meanwhile. */
    const readBy = async (credentials: ReturnType<typeof given>[]) => {
      read.mockClear();
      await suite.stores.rpc.call(verifyManyCredentials, { credentials }, SYSTEM_VISITOR);
      return read.mock.calls.flatMap(([statement]) => ('sql' in statement ? (statement.sql.match(CREDENTIALS) ?? []) : []));
    };
    try {
      const keys = [given(one, one.apiKey), given(two, two.apiKey)];
      expect(await readBy(keys)).toEqual(['FROM api_key']);
      expect(await readBy([given(one, tokens[0] ?? ''), given(two, tokens[1] ?? '')])).toEqual(['FROM api_token']);
      expect((await readBy([...keys, given(two, tokens[1] ?? '')])).sort()).toEqual(['FROM api_key', 'FROM api_token']);
    } finally {
      read.mockRestore();
    }
  });

  it('records its use once an hour, and is forgotten a while after it expired', async () => {
    const person = await suite.account(organization);
    const { token, id } = await make(person);
    const usedAt = async () => (await suite.stores.rpc.call(listApiTokens, {}, person.caller)).tokens[0]?.last_used_at ?? null;
    expect(await usedAt()).toBeNull();
    await verify(given(person, token));
    await expectSoon(async () => (await usedAt()) !== null, true);
    const { client } = suite.stores.database;
    await client.$executeRaw`
      UPDATE api_token SET last_used_at = now() - interval '2 hours', expires_at = now() - interval '1 second'
      WHERE organization_id = ${organization.id} AND id = ${id}::uuid`;
    expect(await verify(given(person, token))).toBe(INVALID);
    await suite.get(ForgetExpiredTokens).execute(1);
    expect((await suite.stores.rpc.call(listApiTokens, {}, person.caller)).tokens).toHaveLength(1);
    await client.$executeRaw`
      UPDATE api_token SET expires_at = now() - interval '31 days' WHERE organization_id = ${organization.id} AND id = ${id}::uuid`;
    await suite.get(ForgetExpiredTokens).execute(1);
    expect((await suite.stores.rpc.call(listApiTokens, {}, person.caller)).tokens).toEqual([]);
  });

  it('is one of a limited number', async () => {
    const person = await suite.account(organization);
    const { id } = await make(person);
    await suite.stores.database.client.$executeRaw`
      INSERT INTO api_token (organization_id, user_id, digest, name, scopes)
      SELECT ${organization.id}, ${person.userId}, sha256(gen_random_uuid()::text::bytea), 'many', '{read}' FROM generate_series(2, ${MAX_TOKENS}::int)`;
    await expect(make(person)).rejects.toMatchObject({ msg: `An account can have at most ${MAX_TOKENS} API tokens.` });
    const announced = await suite.announced(() => suite.stores.rpc.call(revokeApiToken, { api_token_id: id }, person.caller));
    expect(announced).toEqual([person.userId]);
    await make(person);
  });

  it('ends with the API key: for its account, the owner of a bot, and the operator', async () => {
    const person = await suite.account(organization);
    const bot = await suite.account(organization, { botOwnerId: person.userId });
    const other = await suite.account(organization);
    const { rpc } = suite.stores;
    const { token: kept } = await make(other);
    const changes: [MadeAccount, () => Promise<unknown>][] = [
      [person, () => rpc.call(regenerateApiKey, {}, person.caller)],
      [bot, () => rpc.call(regenerateBotApiKey, { bot_id: bot.userId }, person.caller)],
      [person, () => rpc.call(rotateApiKey, { organizationId: organization.id, userId: person.userId }, SYSTEM_VISITOR)],
    ];
    for (const [account, replace] of changes) {
      const { token } = await make(account);
      expect(await verify(given(account, token))).toMatchObject({ userId: account.userId });
      expect(await suite.announced(replace)).toEqual([account.userId]);
      expect(await verify(given(account, token))).toBe(INVALID);
    }
    expect(await verify(given(other, kept))).toMatchObject({ userId: other.userId });
  });

  it('does not come back with the account, even if a service without tokens deactivated it', async () => {
    const own = await suite.organization();
    const { owner, member } = await suite.people(own);
    const { token } = await make(member);
    // What such a service does to the account.
    await suite.stores.database.client.$executeRaw`
      UPDATE user_account SET is_active = false WHERE organization_id = ${own.id} AND id = ${member.userId}`;
    await suite.stores.rpc.call(reactivateUser, { user_id: member.userId }, owner.caller);
    expect(await verify(given(member, token, own))).toBe(INVALID);
  });

  it('of a bot can be listed and revoked by its owner, also by a guest who may not see the bot', async () => {
    const own = await suite.organization();
    const { guest, member } = await suite.people(own);
    const bot = await suite.account(own, { botOwnerId: guest.userId });
    const hidden = await suite.account(own, { botOwnerId: member.userId });
    const { client } = suite.stores.database;
    const { id: members } = await client.userGroup.findFirstOrThrow({ where: { organizationId: own.id, name: 'role:members' } });
    const settings = { can_access_all_users_group: members };
    await client.organization.update({ where: { id: own.id }, data: { settings } });
    const { rpc } = suite.stores;
    const { id } = await rpc.call(createApiToken, { name: 'of the bot', scopes: ['read'], user_id: bot.userId }, guest.caller);
    const listed = () => rpc.call(listApiTokens, { user_id: bot.userId }, guest.caller);
    expect((await listed()).tokens.map((token) => token.id)).toEqual([id]);
    await rpc.call(revokeApiToken, { api_token_id: id }, guest.caller);
    expect((await listed()).tokens).toEqual([]);
    const { id: unknown } = await make(hidden);
    await expect(rpc.call(listApiTokens, { user_id: hidden.userId }, guest.caller)).rejects.toMatchObject({ msg: 'No such user' });
    await expect(rpc.call(revokeApiToken, { api_token_id: unknown }, guest.caller)).rejects.toMatchObject({ msg: 'No such API token' });
  });

  it('cannot change settings that are for owners: how people sign in, who may join, who may read', async () => {
    const own = await suite.organization();
    const { owner } = await suite.people(own);
    const caller = { ...owner.caller, token: { id: 'of a test', scopes: ['manage_organization'] } };
    const change = (params: InputOf<typeof updateOrganization>) => suite.stores.rpc.call(updateOrganization, params, caller);
    for (const params of [
      { api_keys_allowed: false },
      { authentication_methods: { Email: true } },
      { invite_required: false },
      { owner_full_content_access: true },
      { description: 'With another', waiting_period_threshold: 3 },
    ])
      await expect(change(params)).rejects.toMatchObject({ code: 'TOKEN_NOT_ALLOWED' });
    expect(await change({ description: 'By a token' })).toEqual({ description: 'By a token' });
    expect(await verify(given(owner, owner.apiKey, own))).toMatchObject({ userId: owner.userId });
  });

  it('is erased with the person, and its name in the audit log too', async () => {
    const own = await suite.organization();
    const { owner } = await suite.people(own);
    const person = await suite.account(own);
    await make(person, ['read'], { name: 'The laptop of Ada Lovelace' });
    await suite.stores.rpc.call(deactivateUser, { user_id: person.userId }, owner.caller);
    await suite.stores.rpc.call(eraseAccount, { organizationId: own.id, userId: person.userId }, SYSTEM_VISITOR);
    const entries = await suite.stores.database.client.$queryRaw<{ kind: string; changes: object }[]>`
      SELECT kind, changes FROM audit_log WHERE organization_id = ${own.id} AND kind LIKE 'api_token.%' ORDER BY id`;
    expect(entries.map(({ kind }) => kind)).toEqual(['api_token.created', 'api_token.removed']);
    expect(JSON.stringify(entries)).not.toContain('Lovelace');
  });
});

describe('an organization that does not accept API keys', () => {
  it('refuses them by name and accepts tokens, and gateways are told', async () => {
    const own = await suite.organization();
    const { owner } = await suite.people(own);
    const hook = await suite.account(own, { botOwnerId: owner.userId });
    await suite.stores.database.client.$executeRaw`
      UPDATE user_account SET bot_type = 2 WHERE organization_id = ${own.id} AND id = ${hook.userId}`;
    const bot = await suite.account(own, { botOwnerId: owner.userId });
    const { token } = await make(owner);
    await suite.stores.rpc.call(updateOrganization, { api_keys_allowed: false }, owner.caller);
    const refused = '401 This organization does not accept API keys. Use an API token.';
    expect(await verify(given(owner, owner.apiKey, own))).toBe(refused);
    expect(await verify(given(owner, token, own))).toMatchObject({ userId: owner.userId });
    // A wrong key is not told more than before.
    expect(await verify(given(owner, 'x'.repeat(32), own))).toBe(INVALID);
    const alone = (apiKey: string) => ({ host: own.host, username: '', apiKey, keyAlone: true as const });
    expect(await verify(alone(hook.apiKey))).toMatchObject({ userId: hook.userId, isIncomingWebhook: true });
    expect(await verify(given(hook, hook.apiKey, own))).toBe(refused);
    expect(await verify(alone(bot.apiKey))).toBe(refused);
    await expect(suite.logIn(own, owner.deliveryEmail, owner.password)).rejects.toMatchObject({ code: 'API_KEYS_DISABLED' });
    await suite.stores.rpc.call(updateOrganization, { api_keys_allowed: true }, owner.caller);
    expect(await verify(given(owner, owner.apiKey, own))).toMatchObject({ userId: owner.userId });
  });

  it('tells the gateways again when the setting is sent again, in case the first broadcast was lost', async () => {
    const own = await suite.organization();
    const { owner } = await suite.people(own);
    const { bus, link } = suite.stores.nats;
    let told = 0;
    const stop = bus.subscribe(callersChanged, ({ organizationId, keysChanged }) => {
      if (organizationId === own.id && keysChanged === true) told++;
    });
    await link.connection.flush();
    for (const calls of [1, 2]) {
      await suite.stores.rpc.call(updateOrganization, { api_keys_allowed: false }, owner.caller);
      await expectSoon(async () => told, calls);
    }
    stop();
  });
});
