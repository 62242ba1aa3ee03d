import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { message, written } from '../testing.js';
import * as fixtures from './fixtures.js';
import { sentry } from './index.js';

const EVENT = '[TypeError: deck is undefined](https://sentry.io/organizations/dock/issues/1/events/e4874d66/)';
const ISSUE = '[TypeError: deck is undefined](https://dock.sentry.io/issues/1/) `SHIP-1`\n\n`ship.sail in hoist`';

describe('Sentry', () => {
  it.each([
    [
      'an alert of an issue',
      fixtures.issueAlert,
      'TypeError: deck is undefined',
      `:alert: Alert: ${EVENT}\n\n\`error\` \`production\` \`ship.sail in hoist\`\n\nRule: **Too many**`,
    ],
    [
      'an alert of a metric',
      fixtures.metricAlert,
      'Too many errors',
      ':alert: Critical: [Critical: Too many errors](https://sentry.io/organizations/dock/alerts/3/)\n\n```quote\n1000 events in the last 10 minutes\n```',
    ],
    ['a new issue', fixtures.issueCreated, 'Ship / TypeError: deck is undefined', `New issue: ${ISSUE}`],
    ['a resolved issue', fixtures.issueResolved, 'Ship / TypeError: deck is undefined', `Resolved by **Ann**: ${ISSUE}`],
    ['an error', fixtures.error, 'TypeError: deck is undefined', `New error: ${EVENT}\n\n\`error\` \`ship.sail in hoist\``],
    ['a comment', fixtures.comment, 'ship / issue 1', '**Ann** commented on issue 1\n\n```quote\nSeen before\n```'],
  ])('tells about %s', (_, fixture, topic, content) => {
    expect(message(sentry, fixture)).toEqual({ topic, content });
  });

  it('leaves out its installation, and names what is missing', () => {
    expect(written(sentry, fixtures.installation)).toMatchObject({ reason: 'irrelevant' });
    expect(() => message(sentry, { ...fixtures.issueAlert, payload: { data: {} } })).toThrow('Invalid payload: payload.data.event: ');
  });

  it('recognizes its signature', () => {
    const given = createHmac('sha256', 'secret').update('{"a":1}').digest('hex');
    expect(sentry.signature?.matches('secret', given, '{"a":1}')).toBe(true);
    expect(sentry.signature?.matches('other', given, '{"a":1}')).toBe(false);
  });
});
