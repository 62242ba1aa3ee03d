import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf, endpoint, pathText, text } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { currentSpan, requestContext } from '@parley/runtime';
import { expectSoon, RecordedSpans } from '@parley/testing';
import type { RunningGateway } from '../src/start-gateway.js';
import { askOf } from './ask.js';
import { TestInstallation } from './test-installation.js';
import { CredentialsModule } from './test-services.js';

const show = endpoint({
  name: 'showForTraces',
  method: 'POST',
  path: '/traces/{token}',
  scope: 'read',
  service: 'messaging',
  summary: 'Answers or fails',
  params: { token: pathText(), outcome: text() },
  response: {},
});

/** What the service saw of the traces of its calls. */
const seen: unknown[] = [];

@Controller()
class Answers {
  @Serves(show) async show({ params: { outcome } }: CallOf<typeof show>) {
    seen.push({ traceId: currentSpan()?.traceId, requestId: requestContext()?.requestId });
    if (outcome === 'failed') throw apiErrors.unavailable();
    return {};
  }
}
@Module({ controllers: [Answers] })
class AnswersModule {}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const ON = { OTEL_TRACES_EXPORTER: 'otlp' };
const recorded = new RecordedSpans();
let installation: TestInstallation;

beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('messaging', AnswersModule, ON, recorded);
  await installation.serve('organization', CredentialsModule, ON, recorded);
});
beforeEach(() => {
  recorded.spans.length = 0;
  seen.length = 0;
});
afterAll(() => installation.close());

const gatewayWith = (env: Record<string, string>) => installation.gateway([show], env, recorded);

const ask = (gateway: RunningGateway, headers: Record<string, string> = {}, outcome = 'ok') =>
  askOf(gateway, '/api/v1/traces/secret-token?api_key=secret-key', {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    headers: { 'x-request-id': 'the-request', ...headers },
  });

const requestSpan = () => recorded.spans.find(({ name }) => name === 'POST /api/v1/traces/:token');

describe('a traced request', () => {
  let gateway: RunningGateway;

  beforeAll(async () => {
    gateway = await gatewayWith({ ...ON, ACCESS_LOG_SHARE: '1' });
  });

  it('goes on with the trace of the client, and says so in the response and in the access log', async () => {
    const info = jest.spyOn(gateway.runtime.logger, 'info');
    const { headers } = await ask(gateway, { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` });
    await expectSoon(async () => requestSpan()?.parentSpanContext?.spanId, '00f067aa0ba902b7');
    expect(headers.get('traceparent')).toBe(`00-${TRACE}-${requestSpan()?.spanContext().spanId}-01`);
    expect(headers.get('access-control-expose-headers')).toContain('Traceparent');
    expect(requestSpan()?.attributes).toMatchObject({ 'parley.request.id': 'the-request', 'parley.endpoint': 'showForTraces' });
    expect(seen).toEqual([{ traceId: TRACE, requestId: 'the-request' }]);
    expect(info.mock.calls).toContainEqual([expect.objectContaining({ traceId: TRACE, requestId: 'the-request' }), 'request']);
    expect(JSON.stringify(recorded.spans.map(({ name, attributes }) => [name, attributes]))).not.toContain('secret');
    info.mockRestore();
  });

  it.each([
    ['none', undefined],
    ['not valid', 'secret'],
    ['of zeros', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`],
  ])('begins a trace if the one of the client is %s', async (_, traceparent) => {
    const { status, headers } = await ask(gateway, traceparent === undefined ? {} : { traceparent });
    expect(status).toBe(200);
    const [, traceId, spanId] = headers.get('traceparent')?.split('-') ?? [];
    await expectSoon(async () => requestSpan()?.spanContext(), expect.objectContaining({ traceId, spanId }));
    expect(requestSpan()?.parentSpanContext).toBeUndefined();
    expect(traceId).not.toMatch(/^0+$/);
  });

  it('is shown as failed if the server failed', async () => {
    await ask(gateway, {}, 'failed');
    await expectSoon(async () => requestSpan()?.status.code, 2);
    expect(requestSpan()?.attributes['http.response.status_code']).toBe(503);
  });

  it('is not recorded if the client says so, but keeps its trace', async () => {
    const { headers } = await ask(gateway, { traceparent: `00-${TRACE}-00f067aa0ba902b7-00` });
    expect(headers.get('traceparent')).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    expect(seen).toEqual([{ traceId: TRACE, requestId: 'the-request' }]);
    await ask(gateway);
    await expectSoon(async () => requestSpan() !== undefined, true);
    expect(recorded.ofTrace(TRACE)).toEqual([]);
  });
});

describe('sampling', () => {
  it.each([{ OTEL_TRACES_SAMPLER: 'always_off' }, { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }])(
    'exports nothing of a request that %j leaves out',
    async (sampler) => {
      const { headers } = await ask(await gatewayWith({ ...ON, ...sampler }));
      const [, traceId = ''] = headers.get('traceparent')?.split('-') ?? [];
      expect(headers.get('traceparent')).toMatch(/-00$/);
      expect(seen).toEqual([{ traceId, requestId: 'the-request' }]);
      expect(recorded.ofTrace(traceId)).toEqual([]);
    },
  );
});

describe('tracing is off', () => {
  it.each([{}, { ...ON, OTEL_SDK_DISABLED: 'true' }, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_EXPORTER: 'none' }])(
    'with %j',
    async (env) => {
      const gateway = await gatewayWith(env);
      const { status, headers } = await ask(gateway, { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` });
      expect(status).toBe(200);
      expect(headers.get('traceparent')).toBeNull();
      expect(headers.get('access-control-expose-headers')).not.toContain('Traceparent');
      expect(gateway.runtime.tracing).toBeUndefined();
      expect(seen).toEqual([{ traceId: undefined, requestId: 'the-request' }]);
      expect(recorded.spans).toEqual([]);
    },
  );
});
