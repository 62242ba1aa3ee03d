import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf, ROLES } from '@parley/contracts';
import { answerScim, verifyCredentials } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { type TestRedis, testRedis } from '@parley/testing';
import type { RunningGateway } from '../src/start-gateway.js';
import { TestInstallation } from './test-installation.js';

const TOKEN = `parley_${'t'.repeat(40)}`;

/** Accepts one token of directories, and answers with what was asked. */
@Controller()
class DirectoriesController {
  @Serves(verifyCredentials) async verifyCredentials({
    params,
  }: CallOf<typeof verifyCredentials>): Promise<OutputOf<typeof verifyCredentials>> {
    if (params.apiKey !== TOKEN || params.provisioning !== true) throw apiErrors.invalidApiKey();
    return { organizationId: 1, userId: 9, role: ROLES.member, isBot: true, botOwnerId: null, token: { id: 't', scopes: ['provision'] } };
  }

  @Serves(answerScim) async answerScim({ params, caller }: CallOf<typeof answerScim>): Promise<OutputOf<typeof answerScim>> {
    if (params.path === '/broken') throw new Error('a secret of the inside');
    if (params.path === '/away') throw apiErrors.unavailable({ retryAfterSeconds: 7 });
    return { status: 200, body: JSON.stringify({ ...params, caller }) };
  }
}

@Module({ controllers: [DirectoriesController] })
class DirectoriesModule {}

let installation: TestInstallation;
let redis: TestRedis;
let gateway: RunningGateway;
beforeAll(async () => {
  installation = await TestInstallation.open();
  redis = await testRedis();
  await installation.serve('organization', DirectoriesModule);
  gateway = await installation.gateway([], { ...redis.env, RATE_LIMIT_PROVISIONING: '6/3600' });
});
afterAll(async () => {
  await installation.close();
  await redis.close();
});

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${gateway.url}/scim/v2${path}`, { ...init, headers: { authorization: `Bearer ${TOKEN}`, ...init.headers } });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

it('a request of a directory reaches organization as it was sent, and is counted for its organization', async () => {
  const { host } = new URL(gateway.url);
  const put = await ask('/Users/7/?attributes=userName&attributes=active', {
    method: 'PUT',
    headers: { 'content-type': 'application/scim+json;charset=utf-8' },
    body: '{"userName":"ada"}',
  });
  expect(put).toMatchObject({
    status: 200,
    body: {
      method: 'PUT',
      path: '/Users/7',
      query: { attributes: 'active' },
      body: { userName: 'ada' },
      baseUrl: `http://${host}/scim/v2`,
      caller: { organizationId: 1, userId: 9, token: { scopes: ['provision'] } },
    },
  });
  expect(put.headers.get('x-ratelimit-limit')).toBe('6');
  expect(put.headers.get('cache-control')).toBe('no-store');
  expect((await ask('')).body).toMatchObject({ method: 'GET', path: '' });

  const away = await ask('/away');
  expect([away.status, away.headers.get('retry-after'), away.body.status]).toEqual([503, '7', '503']);
  const broken = await ask('/broken');
  expect([broken.status, JSON.stringify(broken.body)]).toEqual([500, expect.not.stringContaining('secret')]);
  // A wrong token does not count for the organization.
  for (let n = 0; n < 3; n += 1)
    expect((await ask('/Users', { headers: { authorization: `Bearer parley_${'x'.repeat(40)}` } })).status).toBe(401);

  await ask('/Users');
  await ask('/Users');
  const limited = await ask('/Users');
  expect(limited).toMatchObject({ status: 429, body: { status: '429', detail: expect.any(String) } });
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(limited.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
});
