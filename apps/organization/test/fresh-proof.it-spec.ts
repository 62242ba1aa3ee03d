import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, ROLES } from '@parley/contracts';
import {
  changeOwnAccount,
  createApiToken,
  createBot,
  createIdentityProvider,
  deleteIdentityProvider,
  proveSession,
  regenerateApiKey,
  regenerateBotApiKey,
  removeTotp,
  resetSecondFactor,
  unlinkIdentity,
  updateIdentityProvider,
  updateOrganization,
  updateUser,
} from '@parley/contracts/organization';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';
import { refusal } from './refusal.js';
import { codeOf, TwoSteps } from './two-step-suite.js';

let suite: OrganizationSuite;
let organization: MadeOrganization;
let steps: TwoSteps;
beforeAll(async () => {
  suite = await OrganizationSuite.open();
  organization = await suite.organization();
  steps = new TwoSteps(suite, organization);
});
afterAll(() => suite.close());

const call: OrganizationSuite['stores']['rpc']['call'] = (...given) => suite.stores.rpc.call(...given);
const prove = (caller: Caller, given: { password?: string; code?: string }) => call(proveSession, given, caller);

/** What is asked again of people with a second factor. */
async function asked({ caller, person }: { caller: Caller; person: MadeAccount }): Promise<Record<string, string>> {
  const member = await suite.account(organization, { password: null });
  const works = {
    key: () => call(regenerateApiKey, {}, caller),
    token: () => call(createApiToken, { name: 'x', scopes: ['read'], password: person.password ?? '' }, caller),
    bot: () =>
      call(
        createBot,
        { full_name: `Bot ${member.userId}`, short_name: `bot-${member.userId}`, bot_type: 1, default_all_public_streams: false },
        caller,
      ),
    email: () => call(changeOwnAccount, { email: `new-${member.userId}@example.com` }, caller),
    password: () => call(changeOwnAccount, { password: { old: person.password ?? '', new: person.password ?? '' } }, caller),
    role: () => call(updateUser, { user_id: String(member.userId), role: ROLES.moderator }, caller),
    addressOfOther: () => call(updateUser, { user_id: String(member.userId), new_email: `other-${member.userId}@example.com` }, caller),
    forOwners: () => call(updateOrganization, { invite_required: true }, caller),
    name: () => call(changeOwnAccount, { fullName: `Renamed ${member.userId}` }, caller),
  };
  const said: Record<string, string> = {};
  // The new password ends the session, so it is the last one.
  for (const name of [...Object.keys(works).filter((each) => each !== 'password'), 'password'] as (keyof typeof works)[])
    said[name] = await steps.outcome(works[name]());
  return said;
}

describe('in a browser session', () => {
  it('a new API key needs a proof that is fresh, of everybody', async () => {
    const person = await suite.account(organization);
    const caller = await steps.signedIn(person);
    const bot = await call(createBot, { full_name: 'Mine', short_name: 'mine', bot_type: 1, default_all_public_streams: false }, caller);
    expect(await steps.outcome(call(regenerateApiKey, {}, caller))).toBe('success');
    await steps.age(caller);
    const { status, code, fields } = await refusal(call(regenerateApiKey, {}, caller));
    expect([status, code, fields]).toEqual([403, 'PROOF_REQUIRED', { methods: ['password'] }]);
    expect(await steps.outcome(call(regenerateBotApiKey, { bot_id: bot.user_id }, caller))).toBe('PROOF_REQUIRED');
    expect(await steps.outcome(prove(caller, { password: 'wrong' }))).toBe('AUTHENTICATION_FAILED');
    expect(await steps.outcome(prove(caller, { code: '123456' }))).toBe('PROOF_REQUIRED');
    expect(await steps.outcome(call(regenerateApiKey, {}, caller))).toBe('PROOF_REQUIRED');
    await prove(caller, { password: person.password ?? '' });
    expect(await steps.outcome(call(regenerateApiKey, {}, caller))).toBe('success');
    expect(await steps.outcome(call(regenerateBotApiKey, { bot_id: bot.user_id }, caller))).toBe('success');
  });

  it('the proof of one session is not one of another session, and none of an API key', async () => {
    const person = await suite.account(organization);
    const [one, two] = [await steps.signedIn(person), await steps.signedIn(person)];
    await Promise.all([steps.age(one), steps.age(two)]);
    await prove(one, { password: person.password ?? '' });
    expect(await steps.outcome(call(regenerateApiKey, {}, two))).toBe('PROOF_REQUIRED');
    expect(await steps.outcome(prove(person.caller, { password: person.password ?? '' }))).toBe('BROWSER_SESSION_REQUIRED');
    expect(await steps.outcome(call(regenerateApiKey, {}, person.caller))).toBe('success');
  });

  it('people with a second factor prove it before what would outlast the session', async () => {
    const owner = await suite.account(organization, { role: ROLES.owner });
    const { caller, person, secret } = await steps.enrolled(owner);
    await steps.age(caller);
    const said = await asked({ caller, person });
    const { name, ...others } = said;
    expect(name).toBe('success');
    expect(new Set(Object.values(others))).toEqual(new Set(['PROOF_REQUIRED']));
    const more = [
      call(removeTotp, {}, caller),
      call(resetSecondFactor, { user_id: person.userId }, caller),
      call(createIdentityProvider, { kind: 'oidc', name: 'Mine', config: {}, is_enabled: true }, caller),
      call(updateIdentityProvider, { provider_id: randomUUID() }, caller),
      call(deleteIdentityProvider, { provider_id: randomUUID() }, caller),
      call(unlinkIdentity, { provider_id: randomUUID(), user_id: person.userId }, caller),
    ];
    for (const work of more) expect(await steps.outcome(work)).toBe('PROOF_REQUIRED');
    // The password alone could have been learned with the session.
    expect((await refusal(prove(caller, { password: person.password ?? '' }))).fields).toEqual({ methods: ['totp', 'recovery_code'] });
    const code = codeOf(secret);
    await prove(caller, { code });
    expect(await steps.outcome(prove(caller, { code }))).toBe('SECOND_FACTOR_WRONG');
    const { email: _mail, ...after } = await asked({ caller, person });
    expect(new Set(Object.values(after))).toEqual(new Set(['success']));
  });

  it('others are asked for a new key only', async () => {
    const person = await suite.account(organization, { role: ROLES.owner });
    const caller = await steps.signedIn(person);
    await steps.age(caller);
    const { key, email: _mail, ...others } = await asked({ caller, person });
    expect(key).toBe('PROOF_REQUIRED');
    expect(new Set(Object.values(others))).toEqual(new Set(['success']));
  });
});
