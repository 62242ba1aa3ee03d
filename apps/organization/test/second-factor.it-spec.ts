import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import {
  confirmTotp,
  deactivateUser,
  eraseAccount,
  fetchApiKey,
  getSecondFactor,
  readSignInStep,
  removeSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  resetSecondFactor,
  setPassword,
  startTotp,
  updateOrganization,
  verifyCredentials,
} from '@parley/contracts/organization';
import { auditedDuring, expectSoon, type TestSmtp } from '@parley/testing';
import { ForgetExpiredSessions } from '../src/sessions/forget-expired-sessions.js';
import { type MadeOrganization, OrganizationSuite } from './organization-suite.js';
import { refusal } from './refusal.js';
import { codeOf, TwoSteps } from './two-step-suite.js';

let suite: OrganizationSuite;
let smtp: TestSmtp;
let organization: MadeOrganization;
let steps: TwoSteps;
beforeAll(async () => {
  ({ suite, smtp } = await OrganizationSuite.openWithMail());
  organization = await suite.organization();
  steps = new TwoSteps(suite, organization);
});
afterAll(() => suite.close());

const call: OrganizationSuite['stores']['rpc']['call'] = (...given) => suite.stores.rpc.call(...given);
const fetchKey = ({ deliveryEmail, password }: { deliveryEmail: string; password: string | null }) =>
  call(fetchApiKey, { username: deliveryEmail, password: password ?? '' }, steps.visitor());

describe('an authenticator app', () => {
  it('becomes the second factor with its first code, and its secret is stored encrypted only', async () => {
    const person = await suite.account(organization);
    const caller = await steps.signedIn(person);
    const other = (await steps.begin(person)).token;
    const { secret, uri } = await call(startTotp, {}, caller);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(`An organization:${person.deliveryEmail}`);
    expect(await steps.outcome(call(confirmTotp, { totp_code: '00000' }, caller))).toBe('BAD_REQUEST');
    expect(await steps.outcome(call(confirmTotp, { totp_code: codeOf(secret, 20) }, caller))).toBe('BAD_REQUEST');
    // Nothing has changed yet.
    expect(await steps.outcome(steps.begin(person))).toBe('success');
    expect(await call(getSecondFactor, {}, caller)).toEqual({
      is_active: false,
      totp_set_up_at: null,
      recovery_codes_left: 0,
      required_from: null,
    });
    let codes: readonly string[] = [];
    const audited = await auditedDuring(suite.stores.database, organization.id, async () => {
      codes = (await call(confirmTotp, { totp_code: codeOf(secret) }, caller)).recovery_codes;
    });
    expect(audited.map(({ kind }) => kind)).toEqual(['second_factor.changed', 'second_factor.changed']);
    const entries = await suite.stores.database.client.$queryRaw`
      SELECT kind, subject, actor_id AS actor, changes FROM audit_log WHERE organization_id = ${organization.id} AND kind LIKE 'second_factor.%' ORDER BY id`;
    const by = { subject: String(person.userId), actor: person.userId };
    expect(entries).toMatchObject([
      { ...by, changes: { active_since: { old: null }, totp_set_up_at: { old: null } } },
      { ...by, changes: { recovery_codes: { hidden: true } } },
    ]);
    expect(new Set(codes).size).toBe(10);
    expect(await call(getSecondFactor, {}, caller)).toMatchObject({
      is_active: true,
      totp_set_up_at: expect.any(Number),
      recovery_codes_left: 10,
    });
    await expect(steps.callerOf(other)).rejects.toThrow('SESSION_ENDED');
    expect((await smtp.next(person.deliveryEmail)).text).toContain('An authenticator app was set up');
    const stored = JSON.stringify(
      await suite.stores.database.client.$queryRaw`
        SELECT encode(totp_sealed, 'escape') AS sealed, recovery_codes::text AS codes FROM second_factor
        WHERE organization_id = ${organization.id} AND user_id = ${person.userId}`,
    );
    for (const shown of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) expect(stored).not.toContain(shown);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('can be set up in a browser session only, soon after a sign-in, and within half an hour', async () => {
    const person = await suite.account(organization);
    expect(await steps.outcome(call(startTotp, {}, person.caller))).toBe('BROWSER_SESSION_REQUIRED');
    const caller = await steps.signedIn(person);
    expect((await refusal(call(confirmTotp, { totp_code: '123456' }, caller))).msg).toBe('Begin to set up the authenticator app first.');
    const { secret } = await call(startTotp, {}, caller);
    await suite.stores.database.client.$executeRaw`
      UPDATE second_factor SET pending_since = pending_since - interval '31 minutes' WHERE organization_id = ${organization.id} AND user_id = ${person.userId}`;
    expect((await refusal(call(confirmTotp, { totp_code: codeOf(secret) }, caller))).msg).toBe(
      'Begin to set up the authenticator app first.',
    );
    await steps.age(caller);
    expect((await refusal(call(startTotp, {}, caller))).fields).toEqual({ methods: ['password'] });
  });

  it('can be replaced: the old one and the old recovery codes are refused from then on', async () => {
    const { person, caller, secret, recoveryCodes } = await steps.enrolled();
    const { secret: newer } = await call(startTotp, {}, caller);
    await steps.finish(await steps.step(person), codeOf(secret));
    await call(confirmTotp, { totp_code: codeOf(newer) }, caller);
    await steps.forgetUsedCodes(person);
    expect(await steps.outcome(steps.finish(await steps.step(person), codeOf(secret)))).toBe('SECOND_FACTOR_WRONG');
    expect(await steps.outcome(steps.finish(await steps.step(person), recoveryCodes[0] ?? ''))).toBe('SECOND_FACTOR_WRONG');
    expect(await steps.outcome(steps.finish(await steps.step(person), codeOf(newer)))).toBe('success');
  });

  it('can be removed, and the password alone signs in again', async () => {
    const { person, caller } = await steps.enrolled();
    await smtp.next(person.deliveryEmail);
    await call(removeTotp, {}, caller);
    expect((await smtp.next(person.deliveryEmail)).text).toContain('was removed in your settings');
    expect(await steps.outcome(steps.begin(person))).toBe('success');
    expect((await refusal(call(removeTotp, {}, caller))).msg).toBe('This account has no second factor.');
    expect((await refusal(call(renewRecoveryCodes, {}, caller))).msg).toBe('This account has no second factor.');
  });
});

describe('a sign-in with a second factor', () => {
  it('needs the password and then a code, and a wrong password is answered as for everybody', async () => {
    const { person, secret } = await steps.enrolled();
    const plain = await suite.account(organization);
    const wrong = async (deliveryEmail: string) => (await refusal(steps.begin({ deliveryEmail, password: 'wrong' }))).toBody();
    expect(await wrong(person.deliveryEmail)).toEqual(await wrong(plain.deliveryEmail));
    const asked = await refusal(steps.begin(person));
    expect([asked.status, asked.code, asked.fields]).toEqual([
      401,
      'SECOND_FACTOR_REQUIRED',
      { step_token: expect.any(String), methods: ['totp', 'recovery_code'] },
    ]);
    const stepToken = String(asked.fields.step_token);
    expect(await call(readSignInStep, { stepToken }, steps.visitor())).toEqual({ email: person.deliveryEmail });
    const typed = codeOf(secret).replace(/^.{3}/, '$& ');
    const { token, userId, email } = await steps.finish(stepToken, typed);
    expect([userId, email, (await steps.callerOf(token)).userId]).toEqual([person.userId, person.deliveryEmail, person.userId]);
    expect(await steps.outcome(steps.finish(stepToken, codeOf(secret, 1)))).toBe('SIGN_IN_STEP_ENDED');
  });

  it('accepts each code once, none that is older than one that was used, and of two at once only one', async () => {
    const { person, secret } = await steps.enrolled();
    const used = codeOf(secret);
    const older = codeOf(secret, -1);
    const [first, second, third] = [await steps.step(person), await steps.step(person), await steps.step(person)];
    const race = await Promise.all([first, second].map((step) => steps.outcome(steps.finish(step, used))));
    expect(race.sort()).toEqual(['SECOND_FACTOR_WRONG', 'success']);
    expect(await steps.outcome(steps.finish(third, used))).toBe('SECOND_FACTOR_WRONG');
    expect(await steps.outcome(steps.finish(third, older))).toBe('SECOND_FACTOR_WRONG');
    await steps.forgetUsedCodes(person);
    expect(await steps.outcome(steps.finish(third, codeOf(secret, -3)))).toBe('SECOND_FACTOR_WRONG');
    expect(await steps.outcome(steps.finish(third, codeOf(secret, 50)))).toBe('SECOND_FACTOR_WRONG');
    const both = await Promise.all([0, 1].map(() => steps.outcome(steps.finish(third, codeOf(secret)))));
    expect(both.sort()).toEqual(['SIGN_IN_STEP_ENDED', 'success']);
  });

  it('accepts each recovery code once, however it is typed, and only those of the person', async () => {
    const { person, caller, recoveryCodes } = await steps.enrolled();
    const others = await steps.enrolled();
    const [code = '', second = ''] = recoveryCodes;
    const race = await Promise.all(
      [await steps.step(person), await steps.step(person)].map((step) =>
        steps.outcome(steps.finish(step, ` ${code.toUpperCase().replaceAll('-', ' ')}`)),
      ),
    );
    expect(race.sort()).toEqual(['SECOND_FACTOR_WRONG', 'success']);
    expect(await steps.outcome(steps.finish(await steps.step(person), others.recoveryCodes[0] ?? ''))).toBe('SECOND_FACTOR_WRONG');
    expect((await call(getSecondFactor, {}, caller)).recovery_codes_left).toBe(9);
    const { recovery_codes: renewed } = await call(renewRecoveryCodes, {}, caller);
    expect(await steps.outcome(steps.finish(await steps.step(person), second))).toBe('SECOND_FACTOR_WRONG');
    expect(await steps.outcome(steps.finish(await steps.step(person), renewed[9] ?? ''))).toBe('success');
  });

  it('ends with five wrong codes, a new password, a deactivation, and after ten minutes', async () => {
    const { person, secret } = await steps.enrolled();
    const guessed = await steps.step(person);
    for (let guess = 1; guess <= 5; guess += 1)
      expect(await steps.outcome(steps.finish(guessed, codeOf(secret, 50)))).toBe('SECOND_FACTOR_WRONG');
    expect(await steps.outcome(steps.finish(guessed, codeOf(secret)))).toBe('SIGN_IN_STEP_ENDED');
    await smtp.next(person.deliveryEmail);
    expect((await smtp.next(person.deliveryEmail)).text).toContain('gave your right password and then wrong codes');
    const late = await steps.step(person);
    await suite.stores.database.client.$executeRaw`
      UPDATE sign_in_step SET created_at = created_at - interval '11 minutes' WHERE organization_id = ${organization.id} AND user_id = ${person.userId}`;
    expect(await steps.outcome(steps.finish(late, codeOf(secret)))).toBe('SIGN_IN_STEP_ENDED');
    await suite.get(ForgetExpiredSessions).execute(1);
    const count = () =>
      suite.stores.database.client.signInStep.count({ where: { organizationId: organization.id, userId: person.userId } });
    expect(await count()).toBe(0);
    const before = await steps.step(person);
    const password = 'a much better password';
    await call(setPassword, { organizationId: organization.id, userId: person.userId, password }, SYSTEM_VISITOR);
    expect(await steps.outcome(steps.finish(before, codeOf(secret)))).toBe('SIGN_IN_STEP_ENDED');
    const changed = { ...person, password };
    const many: string[] = [];
    for (let n = 0; n < 7; n += 1) many.push(await steps.step(changed));
    expect(await count()).toBe(5);
    const administrator = await suite.account(organization, { role: ROLES.administrator, password: null });
    await call(deactivateUser, { user_id: person.userId }, administrator.caller);
    expect(await steps.outcome(steps.finish(many[6] ?? '', codeOf(secret)))).toBe('SIGN_IN_STEP_ENDED');
    await call(eraseAccount, { organizationId: organization.id, userId: person.userId }, SYSTEM_VISITOR);
    expect(await count()).toBe(0);
    expect(
      await suite.stores.database.client.secondFactor.count({ where: { organizationId: organization.id, userId: person.userId } }),
    ).toBe(0);
  });

  it('is not finished with a step of another organization, or with a token that is none', async () => {
    const { person, secret } = await steps.enrolled();
    const other = await suite.organization();
    const step = await steps.step(person);
    expect(await steps.outcome(steps.finish(step, codeOf(secret), other))).toBe('SIGN_IN_STEP_ENDED');
    expect(await steps.outcome(steps.finish(step, codeOf(secret), { ...other, host: 'unknown.example.com' }))).toBe(
      'NONEXISTENT_SUBDOMAIN',
    );
    for (const token of ['', 'x', 'a'.repeat(43), "'; DROP TABLE sign_in_step; --", 'a'.repeat(10_000)])
      expect(await steps.outcome(steps.finish(token, codeOf(secret)))).toBe('SIGN_IN_STEP_ENDED');
    for (const code of ['', 'x', '1234567', '٣٤٥٦٧٨', '0x1234', 'a'.repeat(10_000)])
      expect(await steps.outcome(steps.finish(await steps.step(person), code))).toBe('SECOND_FACTOR_WRONG');
    expect(await steps.outcome(steps.finish(await steps.step(person), codeOf(secret)))).toBe('success');
  });

  it('gives no API key for the password, and leaves the key as it is', async () => {
    const { person } = await steps.enrolled();
    const { status, code, fields } = await refusal(fetchKey(person));
    expect([status, code, fields]).toEqual([401, 'SECOND_FACTOR_REQUIRED', {}]);
    expect(await steps.outcome(fetchKey({ ...person, password: 'wrong' }))).toBe('AUTHENTICATION_FAILED');
    const credentials = { host: organization.host, username: person.email, apiKey: person.apiKey };
    expect(await call(verifyCredentials, credentials, SYSTEM_VISITOR)).toMatchObject({ userId: person.userId });
  });
});

describe('a second factor that somebody lost', () => {
  it('is reset by who may take over the account, which ends their sessions and is told by mail', async () => {
    const { person, caller } = await steps.enrolled();
    const [owner, administrator] = [
      await suite.account(organization, { role: ROLES.owner }),
      await suite.account(organization, { role: ROLES.administrator, password: null }),
    ];
    await steps.enrolled(owner);
    const elsewhere = await suite.account(await suite.organization(), { role: ROLES.owner, password: null });
    const reset = async (who: { caller: typeof caller }, userId: number) =>
      (await refusal(call(resetSecondFactor, { user_id: userId }, who.caller))).msg;
    expect(await reset({ caller }, owner.userId)).toBe('Must be an organization administrator');
    expect(await reset(administrator, owner.userId)).toBe('Must be an organization owner');
    expect(await reset(elsewhere, person.userId)).toBe('No such user');
    await smtp.next(person.deliveryEmail);
    expect(await suite.announced(() => call(resetSecondFactor, { user_id: person.userId }, administrator.caller))).toEqual([person.userId]);
    expect((await smtp.next(person.deliveryEmail)).text).toContain('An administrator removed the second factor');
    expect(await steps.outcome(steps.begin(person))).toBe('success');
    expect(await steps.outcome(call(startTotp, {}, caller))).toBe('PROOF_REQUIRED');
    expect(await reset(administrator, person.userId)).toBe('This account has no second factor.');
    await call(removeSecondFactor, { organizationId: organization.id, userId: owner.userId }, SYSTEM_VISITOR);
    expect(await steps.outcome(steps.begin(owner))).toBe('success');
  });
});

describe('an organization that requires a second factor', () => {
  it('lets people without one set one up and nothing else, from the time that owners choose', async () => {
    const own = await suite.organization();
    const there = new TwoSteps(suite, own);
    const owner = await suite.account(own, { role: ROLES.owner });
    const administrator = await suite.account(own, { role: ROLES.administrator, password: null });
    const member = await suite.account(own);
    const require = (who: typeof owner, from: number | null) => call(updateOrganization, { require_second_factor_from: from }, who.caller);
    expect((await refusal(require(administrator, 1))).msg).toBe('Must be an organization owner');
    const now = Math.floor(Date.now() / 1000);
    await require(owner, now + 86_400);
    const early = (await there.begin(member)).token;
    expect((await there.callerOf(early)).lacksSecondFactor).toBeUndefined();
    const asks = () => call(fetchApiKey, { username: member.deliveryEmail, password: member.password ?? '' }, there.visitor());
    expect(await there.outcome(asks())).toBe('success');
    await require(owner, now - 1);
    const begun = await there.begin(member);
    expect(begun.lacksSecondFactor).toBe(true);
    expect((await there.callerOf(early)).lacksSecondFactor).toBe(true);
    expect(await there.outcome(asks())).toBe('SECOND_FACTOR_MISSING');
    expect((await call(getSecondFactor, {}, await there.callerOf(begun.token))).required_from).toBe(now - 1);
    const { secret, caller } = await there.enrolled(member);
    expect((await there.callerOf((await there.finish(await there.step(member), codeOf(secret))).token)).lacksSecondFactor).toBeUndefined();
    await call(removeTotp, {}, caller);
    expect((await there.callerOf((await there.begin(member)).token)).lacksSecondFactor).toBe(true);
    await require(owner, null);
    expect((await there.begin(member)).lacksSecondFactor).toBeUndefined();
  });
});

describe('a second factor', () => {
  it('that is set up while someone signs in with the password is asked for in that sign-in too', async () => {
    const person = await suite.account(organization);
    await call(startTotp, {}, await steps.signedIn(person));
    const { client } = suite.stores.database;
    let signIn: Promise<string> | undefined;
    await client.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT hash FROM user_password WHERE organization_id = ${organization.id} AND user_id = ${person.userId} FOR UPDATE`;
        const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        signIn = steps.outcome(steps.begin(person));
        const waiting = () => client.$queryRaw<object[]>`SELECT FROM pg_stat_activity WHERE ${own?.pid}::int = ANY (pg_blocking_pids(pid))`;
        await expectSoon(async () => (await waiting()).length, 1);
        await tx.$executeRaw`UPDATE second_factor SET totp_sealed = pending_sealed, totp_set_up_at = now(), active_since = now()
          WHERE organization_id = ${organization.id} AND user_id = ${person.userId}`;
      },
      { timeout: 30_000 },
    );
    expect(await signIn).toBe('SECOND_FACTOR_REQUIRED');
  }, 60_000);
});
