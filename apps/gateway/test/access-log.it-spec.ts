import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf, endpoint, pathText, text } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { expectSoon } from '@parley/testing';
import type { RunningGateway } from '../src/start-gateway.js';
import { askOf } from './ask.js';
import { TestInstallation } from './test-installation.js';
import { ANNA, CredentialsModule } from './test-services.js';

const show = endpoint({
  name: 'showForAccessLog',
  method: 'GET',
  path: '/access-log/{token}',
  service: 'messaging',
  scope: 'read',
  summary: 'Answers or fails',
  params: { token: pathText(), outcome: text() },
  response: {},
});

@Controller()
class Answers {
  @Serves(show) async show({ params: { outcome } }: CallOf<typeof show>) {
    if (outcome === 'refused') throw apiErrors.noSuchUser();
    if (outcome === 'failed') throw apiErrors.unavailable();
    return {};
  }
}
@Module({ controllers: [Answers] })
class AnswersModule {}

type Line = Readonly<Record<string, unknown>>;
const lines: Line[] = [];
let installation: TestInstallation;
let whole: RunningGateway;
let failuresOnly: RunningGateway;

beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('messaging', AnswersModule);
  await installation.serve('organization', CredentialsModule);
  whole = await installation.gateway([show], { ACCESS_LOG_SHARE: '1' });
  failuresOnly = await installation.gateway([show]);
  for (const { runtime } of [whole, failuresOnly]) {
    jest.spyOn(runtime.logger, 'info').mockImplementation(((line: Line, msg: string) => {
      if (msg === 'request') lines.push(line);
    }) as never);
  }
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => installation.close());

/** Asks with secrets in the path and in the query. */
const ask = (gateway: RunningGateway, outcome: string, headers?: Record<string, string>) =>
  askOf(
    gateway,
    `/api/v1/access-log/secret-token?outcome=${outcome}&api_key=secret-key`,
    { headers: { 'x-request-id': `id-${outcome}` } },
    headers,
  );

describe('the access log', () => {
  it('has one line for each request, with what an operator needs and without the URL', async () => {
    await ask(whole, 'ok');
    await ask(whole, 'refused');
    await ask(whole, 'failed');
    await ask(whole, 'ok', {});
    const body = '{"result":"success","msg":"","ignored_parameters_unsupported":["api_key"]}';
    const line = { method: 'GET', endpoint: 'showForAccessLog', ms: expect.any(Number), address: '127.0.0.1' };
    const anna = { organizationId: 1, userId: ANNA.userId };
    await expectSoon(
      async () => lines,
      [
        { ...line, ...anna, requestId: 'id-ok', status: 200, bytes: body.length },
        { ...line, ...anna, requestId: 'id-refused', status: 400, bytes: expect.any(Number) },
        { ...line, ...anna, requestId: 'id-failed', status: 503, bytes: expect.any(Number) },
        { ...line, requestId: 'id-ok', status: 401, bytes: expect.any(Number) },
      ],
    );
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('names no endpoint for a path that there is not', async () => {
    await fetch(`${whole.url}/secret/path?token=secret`);
    await expectSoon(async () => lines.map(({ endpoint: name, status }) => [name, status]), [['none', 404]]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('has failed requests only, unless ACCESS_LOG_SHARE is set', async () => {
    await ask(failuresOnly, 'ok');
    await ask(failuresOnly, 'refused');
    await ask(failuresOnly, 'failed');
    await expectSoon(async () => lines.map(({ requestId }) => requestId), ['id-failed']);
  });
});
