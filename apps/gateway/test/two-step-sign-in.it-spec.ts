import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf, endpoint, type OutputOf } from '@parley/contracts';
import {
  endSession,
  finishSignIn,
  getMe,
  proveSession,
  readSignInStep,
  startSession,
  verifySessions,
} from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { type TestRedis, testRedis } from '@parley/testing';
import type { RunningGateway } from '../src/start-gateway.js';
import { type Answer, askOf } from './ask.js';
import { TestInstallation } from './test-installation.js';

const served = { service: 'messaging', scope: 'any', summary: 'A test', params: {}, response: {} } as const;
const plain = endpoint({ ...served, name: 'plainForSteps', method: 'GET', path: '/plain' });
const during = endpoint({ ...served, name: 'duringForSteps', method: 'GET', path: '/during', duringEnrolment: true });
const RIGHT = '123456';
const LACKING = 'l'.repeat(43);
const OPEN = 'o'.repeat(43);
/** Codes that reached the organization service. */
const checked: string[] = [];

@Controller()
class Answers {
  @Serves(plain) async plain(_: CallOf<typeof plain>) {
    return {};
  }
  @Serves(during) async during(_: CallOf<typeof during>) {
    return {};
  }
}
@Module({ controllers: [Answers] })
class AnswersModule {}

/** The token of a step is the address of its person. */
@Controller()
class OrganizationStub {
  @Serves(startSession) async startSession({ params }: CallOf<typeof startSession>): Promise<OutputOf<typeof startSession>> {
    if (params.password === 'wrong') throw apiErrors.authenticationFailed();
    if (params.password === 'lacking')
      return { token: LACKING, userId: 1, email: params.username, lastsSeconds: 60, lacksSecondFactor: true };
    throw apiErrors.secondFactorRequired({ stepToken: params.username, methods: ['totp'] });
  }
  @Serves(readSignInStep) async readSignInStep({ params }: CallOf<typeof readSignInStep>): Promise<OutputOf<typeof readSignInStep>> {
    if (params.stepToken === 'over') throw apiErrors.signInStepEnded();
    return { email: params.stepToken };
  }
  @Serves(finishSignIn) async finishSignIn({ params }: CallOf<typeof finishSignIn>): Promise<OutputOf<typeof finishSignIn>> {
    checked.push(params.code);
    if (params.code !== RIGHT) throw apiErrors.wrongCode();
    return { token: OPEN, userId: 1, email: params.stepToken, lastsSeconds: 60 };
  }
  @Serves(proveSession) async proveSession({ params }: CallOf<typeof proveSession>): Promise<OutputOf<typeof proveSession>> {
    checked.push(params.code ?? '');
    if (params.code !== RIGHT) throw apiErrors.wrongCode();
    return {};
  }
  @Serves(verifySessions) async verifySessions({ params }: CallOf<typeof verifySessions>): Promise<OutputOf<typeof verifySessions>> {
    const identity = { organizationId: 1, userId: 1, role: 400 as const, isBot: false, botOwnerId: null, sessionId: 'one' };
    const of = (token: string) =>
      token === LACKING
        ? { identity: { ...identity, lacksSecondFactor: true as const } }
        : token === OPEN
          ? { identity }
          : { refusal: apiErrors.sessionEnded().toShape() };
    return { answers: params.sessions.map(({ token }) => of(token)) };
  }
  @Serves(getMe) async getMe(_: CallOf<typeof getMe>): Promise<OutputOf<typeof getMe>> {
    return { ...ME, delivery_email: 'zoe@example.com' };
  }
  @Serves(endSession) async endSession(_: CallOf<typeof endSession>) {
    return {};
  }
}
@Module({ controllers: [OrganizationStub] })
class OrganizationStubModule {}

const ME = getMe.output.parse(getMe.example);

let installation: TestInstallation;
let redis: TestRedis;
let gateways: RunningGateway[];
beforeAll(async () => {
  redis = await testRedis();
  installation = await TestInstallation.open();
  await installation.serve('messaging', AnswersModule);
  await installation.serve('organization', OrganizationStubModule);
  const env = { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_ADDRESS: '100000/600', RATE_LIMIT_LOGIN: '10/600', ...redis.env };
  gateways = [await installation.gateway([plain, during], env), await installation.gateway([plain, during], env)];
});
afterAll(async () => {
  await installation.close();
  await redis.close();
});

let asked = 0;
/** Uses the gateways in turn, and each time another address. */
function ask(path: string, init: RequestInit = {}, session?: { token: string; csrf?: string }): Promise<Answer> {
  asked += 1;
  const gateway = gateways[asked % gateways.length];
  if (gateway === undefined) throw new Error('no gateway');
  return askOf(gateway, `/json${path}`, init, {
    'x-forwarded-for': `198.51.${100 + Math.floor(asked / 250)}.${asked % 250}`,
    ...(session === undefined ? {} : { cookie: `parley_session=${session.token}` }),
    ...(session?.csrf === undefined ? {} : { 'x-csrftoken': session.csrf }),
  });
}
const post = (path: string, fields: Record<string, string>, session?: { token: string; csrf?: string }) =>
  ask(path, { method: 'POST', body: new URLSearchParams(fields) }, session);
const finish = (email: string, code: string) => post('/session/second_factor', { step_token: email, code });
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? 'success'}`;

describe('the second step of a sign-in', () => {
  it('takes wrong codes from the limit of wrong passwords of the person, whatever the address and the gateway', async () => {
    const email = 'ann@example.com';
    for (let n = 0; n < 4; n += 1)
      expect(codeOf(await post('/session', { username: email, password: 'wrong' }))).toBe('401 AUTHENTICATION_FAILED');
    checked.length = 0;
    const said = await Promise.all(Array.from({ length: 30 }, (_, n) => finish(email, `${n}`).then(codeOf)));
    expect(said.filter((each) => each === '401 SECOND_FACTOR_WRONG')).toHaveLength(6);
    expect(said.filter((each) => each === '429 RATE_LIMIT_HIT')).toHaveLength(24);
    expect(checked).toHaveLength(6);
    expect(codeOf(await finish(email, RIGHT))).toBe('429 RATE_LIMIT_HIT');
    expect(codeOf(await post('/session', { username: email, password: 'right' }))).toBe('429 RATE_LIMIT_HIT');
    expect(codeOf(await finish('bob@example.com', '1'))).toBe('401 SECOND_FACTOR_WRONG');
  });

  it('does not count right passwords, right codes and steps that are over', async () => {
    for (let n = 0; n < 15; n += 1) {
      const answer = await post('/session', { username: 'eve@example.com', password: 'right' });
      expect([codeOf(answer), answer.body.step_token]).toEqual(['401 SECOND_FACTOR_REQUIRED', 'eve@example.com']);
      expect(codeOf(await finish('eve@example.com', RIGHT))).toBe('200 success');
      expect(codeOf(await finish('over', 'x'))).toBe('401 SIGN_IN_STEP_ENDED');
    }
  });
});

describe('a session of somebody who must set up a second factor', () => {
  it('opens only what sets one up, says so, and can be proved and ended', async () => {
    const begun = await post('/session', { username: 'new@example.com', password: 'lacking' });
    expect(begun.body).toMatchObject({ result: 'success', second_factor_missing: true });
    const session = { token: LACKING, csrf: String(begun.body.csrf_token) };
    expect(codeOf(await ask('/plain', {}, session))).toBe('403 SECOND_FACTOR_MISSING');
    expect(codeOf(await ask('/during', {}, session))).toBe('200 success');
    expect((await ask('/session', {}, session)).body).toMatchObject({ result: 'success', second_factor_missing: true });
    expect(codeOf(await ask('/../user_uploads/1/2/x.png', {}, session))).toBe('403 SECOND_FACTOR_MISSING');
    expect(codeOf(await post('/session/proof', { code: RIGHT }, session))).toBe('200 success');
    expect(codeOf(await ask('/session', { method: 'DELETE' }, session))).toBe('200 success');
    expect((await ask('/session', {}, { token: OPEN })).body).not.toHaveProperty('second_factor_missing');
  });

  it('is proved with the limit of guesses of the person', async () => {
    const { body } = await ask('/session', {}, { token: OPEN });
    const session = { token: OPEN, csrf: String(body.csrf_token) };
    expect(codeOf(await post('/session/proof', { code: RIGHT }, { token: OPEN }))).toBe('403 CSRF_FAILED');
    const said = await Promise.all(Array.from({ length: 20 }, (_, n) => post('/session/proof', { code: `${n}` }, session).then(codeOf)));
    expect(said.filter((each) => each === '401 SECOND_FACTOR_WRONG')).toHaveLength(10);
    expect(said.filter((each) => each === '429 RATE_LIMIT_HIT')).toHaveLength(10);
  });
});
