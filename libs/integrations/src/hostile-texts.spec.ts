import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@parley/contracts';
import * as alertmanager from './alertmanager/fixtures.js';
import * as github from './github/fixtures.js';
import * as gitlab from './gitlab/fixtures.js';
import * as grafana from './grafana/fixtures.js';
import * as jira from './jira/fixtures.js';
import * as pagerduty from './pagerduty/fixtures.js';
import { integrationNamed } from './registry.js';
import * as sentry from './sentry/fixtures.js';
import * as slack from './slack-incoming/fixtures.js';
import { written } from './testing.js';

const LENGTH = 1_900_000;
const filled = (unit: string, head = '', tail = '') => head + unit.repeat(Math.floor(LENGTH / unit.length)) + tail;
/** Texts that take long, or too much of the stack, if what reads them looks at the rest again for each mark. */
const HOSTILE: Readonly<Record<string, string>> = {
  'bold parts': filled('*a* '),
  'italic parts': filled('_a_ '),
  'struck parts': filled('~a~ '),
  'open marks': filled(' *a_b~'),
  references: filled('<a '),
  backticks: filled('`'),
  fences: filled('``` '),
  entities: filled('&lt;'),
  lines: filled('\n'),
  spaces: filled(' ', '[#1]', 'a\nb'),
  letters: filled('x'),
  'half characters': filled('\ud83d'),
};

const FIXTURES: Readonly<Record<string, object>> = {
  alertmanager,
  github,
  gitlab,
  grafana,
  jira,
  pagerduty,
  sentry,
  slack_incoming: slack,
};
type Fixture = Parameters<typeof written>[1];
const cases = Object.entries(FIXTURES).flatMap(([name, fixtures]) =>
  Object.entries(fixtures).map(([fixture, delivery]) => [name, fixture, delivery as Fixture] as const),
);

/** The payload, once for each of its texts that may be anything: with the hostile text instead. */
function* withText(payload: unknown, text: string): Generator<unknown> {
  if (typeof payload === 'string') yield text;
  if (typeof payload !== 'object' || payload === null) return;
  for (const [key, value] of Object.entries(payload))
    for (const changed of withText(value, text))
      yield Array.isArray(payload) ? payload.with(Number(key), changed) : { ...payload, [key]: changed };
}

function expectBounded(name: string, delivery: Fixture, options = {}): void {
  const integration = integrationNamed(name);
  if (integration === undefined) throw new Error('no such integration');
  const result = written(integration, delivery, options);
  for (const { topic, content } of result.kind === 'messages' ? result.messages : []) {
    expect(topic.length).toBeLessThanOrEqual(LIMITS.max_topic_length);
    expect(content.length).toBeLessThanOrEqual(LIMITS.max_message_length);
  }
}

describe('a payload with a text of 1.9 MB', () => {
  it.each(cases)('is written by %s: %s', (name, _, delivery) => {
    for (const text of Object.values(HOSTILE))
      for (const payload of withText(delivery.payload, text)) expectBounded(name, { ...delivery, payload });
  });

  it.each(Object.entries(HOSTILE))('is shown as JSON and by a template: %s', (_, text) => {
    expectBounded('json', { payload: { a: text } });
    expectBounded('json', { payload: { [text]: [text] } });
    expectBounded('json', { payload: { a: text } }, { template: '{a}'.repeat(100), topic_template: '{a}'.repeat(100) });
    expectBounded('json', { payload: { a: [text] } }, { template: '{a}'.repeat(100), topic_template: '{a}'.repeat(100) });
  });

  it('is not taken for a name that every object has', () => {
    expectBounded('alertmanager', alertmanager.alerts, { name: 'constructor' });
    const review = { html_url: 'https://github.com/1', user: { login: 'bob' }, state: 'constructor' };
    expectBounded('github', { ...github.review, payload: { ...github.review.payload, review } });
  });
});
