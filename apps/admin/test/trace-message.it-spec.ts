import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadConfig } from '@parley/runtime';
import { expectSoon, RecordedSpans } from '@parley/testing';
import { gatewayConfig } from '../../gateway/src/config.js';
import { type RunningGateway, startGateway } from '../../gateway/src/start-gateway.js';
import { OperatedSuite } from './operated-suite.js';

const EMAIL = 'ann@acme.example';
const SECRET_TEXT = 'nobody outside may read this';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';

const recorded = new RecordedSpans();
let suite: OperatedSuite;
let gateway: RunningGateway;
let apiKey: string;

beforeAll(async () => {
  suite = await OperatedSuite.openTraced(recorded);
  gateway = await startGateway(
    loadConfig(gatewayConfig, { ...suite.environment, INSTANCE: 'gateway-traced', LOG_LEVEL: 'silent', PORT: '0' }),
    undefined,
    recorded,
  );
  await suite.run('create-organization', 'acme', 'Acme Corporation');
  const created = await suite.run('create-user', 'acme', EMAIL, 'Ann', '--role', 'owner', '--json');
  expect({ exitCode: created.exitCode, error: created.error }).toEqual({ exitCode: 0, error: '' });
  apiKey = JSON.parse(created.out).api_key;
}, 90_000);
afterAll(async () => {
  await gateway?.stop();
  await suite?.close();
});

async function ask(method: string, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const form = new URLSearchParams(fields);
  const response = await fetch(`${gateway.url}/api/v1${path}${method === 'GET' ? `?${form}` : ''}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${EMAIL}:${apiKey}`)}`, ...headers },
    ...(method === 'GET' ? {} : { body: form }),
  });
  const body = (await response.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ result: 'success' });
  return { body, headers: response.headers };
}

it('a message is followed in one trace, from the request that sends it to the answer of a held poll', async () => {
  await ask('POST', '/users/me/subscriptions', { subscriptions: '[{"name":"tour"}]' });
  const { body: queue } = await ask('POST', '/register', { event_types: '["message"]' });
  const poll = ask(
    'GET',
    '/events',
    { queue_id: String(queue.queue_id), last_event_id: String(queue.last_event_id) },
    { 'x-request-id': 'the-poll' },
  );
  const heldPolls = () => gateway.runtime.metrics.registry.getSingleMetricAsString('parley_held_polls');
  await expectSoon(heldPolls, expect.stringMatching(/ 1$/));
  const sent = await ask(
    'POST',
    '/messages',
    { type: 'channel', to: 'tour', topic: 'hello', content: SECRET_TEXT },
    { traceparent: `00-${TRACE}-${CLIENT_SPAN}-01`, 'x-request-id': 'the-send' },
  );
  const answered = await poll;
  expect(JSON.stringify(answered.body)).toContain(SECRET_TEXT);

  await expectSoon(async () => LAST.filter((name) => !recorded.ofTrace(TRACE).some((span) => span.name === name)), []);
  const spans = recorded.ofTrace(TRACE);
  const paths = pathsFrom(spans, CLIENT_SPAN);
  expect(PATHS.filter((path) => !paths.includes(path))).toEqual([]);
  const [request] = spans.filter(({ name }) => name === 'POST /api/v1/messages');
  expect(sent.headers.get('traceparent')).toBe(`00-${TRACE}-${request?.spanContext().spanId}-01`);
  expect(request?.attributes).toMatchObject({
    'parley.request.id': 'the-send',
    'parley.endpoint': 'sendMessage',
    'http.response.status_code': 200,
  });
  for (const { attributes } of spans) expect(['the-send', 'the-poll']).toContain(attributes['parley.request.id']);

  // The held poll began before the message, in its own trace. The answer links to it.
  const [answer] = spans.filter(({ name }) => name === 'answer of a held poll');
  expect(`00-${answer?.links[0]?.context.traceId}-${answer?.links[0]?.context.spanId}-01`).toBe(answered.headers.get('traceparent'));

  const everything = JSON.stringify(recorded.spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })));
  for (const secret of [SECRET_TEXT, apiKey, EMAIL, String(queue.queue_id)]) expect(everything).not.toContain(secret);
});

/** These end last. */
const LAST = ['POST /api/v1/messages', 'answer of a held poll', 'fan-out', 'broadcast.events-logged', 'broadcast.queues-woken'];

const WOKEN = 'parley-gateway POST /api/v1/messages > parley-gateway messaging.sendMessage > parley-messaging messaging.sendMessage';
const FAN_OUT = `${WOKEN} > parley-event-queue broadcast.events-logged > parley-event-queue fan-out`;
const POLL = `${FAN_OUT} > parley-gateway broadcast.queues-woken`;
/** From the request to each span, with the service that made it. */
const PATHS = [
  'parley-gateway POST /api/v1/messages > parley-gateway redis take',
  `${WOKEN} > parley-messaging postgresql INSERT`,
  `${WOKEN} > parley-messaging postgresql COMMIT`,
  `${FAN_OUT} > parley-event-queue redis append`,
  `${POLL} > parley-gateway event-queue.pollQueues > parley-event-queue event-queue.pollQueues > parley-event-queue redis poll`,
  `${POLL} > parley-gateway answer of a held poll`,
];

function pathsFrom(spans: ReturnType<typeof recorded.ofTrace>, root: string): string[] {
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  const pathOf = (id: string | undefined): string[] => {
    const span = byId.get(id ?? '');
    if (span === undefined) return [id === root ? '' : `unknown ${id}`];
    return [...pathOf(span.parentSpanContext?.spanId), `${span.resource.attributes['service.name']} ${span.name}`];
  };
  return spans.map((span) => pathOf(span.spanContext().spanId).join(' > ').replace(/^ > /, ''));
}
