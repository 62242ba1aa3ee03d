import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { message, written } from '../testing.js';
import * as fixtures from './fixtures.js';
import { pagerduty } from './index.js';

const INCIDENT = '[Incident #2](https://dock.pagerduty.com/incidents/PGR0VU2)';
const TITLE = 'A &#42;little&#42; bump in the road';
const topic = 'Incident 2: A *little* bump in the road';

describe('PagerDuty', () => {
  it('tells about a triggered incident, with who is assigned', () => {
    expect(message(pagerduty, fixtures.triggered)).toEqual({
      topic,
      content: [
        `:alert: ${INCIDENT} triggered: ${TITLE}`,
        '',
        'Service: [Hull](https://dock.pagerduty.com/x)',
        'Urgency: `high`',
        'Priority: **P1**',
        'Assigned to **Ann**, **Bob**',
      ].join('\n'),
    });
  });

  it('tells about the end of an incident, and about notes in the same topic', () => {
    expect(message(pagerduty, fixtures.resolved)).toEqual({ topic, content: `:squared_ok: ${INCIDENT} resolved by **Ann**: ${TITLE}` });
    expect(message(pagerduty, fixtures.annotated)).toEqual({
      topic: 'Incident 2: A *little* bump',
      content:
        '**Ann** added a note to [&#91;#2&#93; A &#42;little&#42; bump](https://dock.pagerduty.com/incidents/PGR0VU2)\n\n```quote\nLooking\n```',
    });
  });

  it('answers its test, and leaves out what it does not know', () => {
    expect(message(pagerduty, fixtures.ping).topic).toBe('PagerDuty');
    expect(written(pagerduty, fixtures.unknown)).toEqual({ kind: 'ignored', event: 'service.updated', reason: 'unsupported' });
  });

  it('accepts one of several signatures, while secrets are replaced', () => {
    const sign = (secret: string) => `v1=${createHmac('sha256', secret).update('{}').digest('hex')}`;
    const { signature } = pagerduty;
    expect(signature?.matches('new', `${sign('old')},${sign('new')}`, '{}')).toBe(true);
    expect(signature?.matches('new', sign('old'), '{}')).toBe(false);
  });

  it('names what is missing', () => {
    expect(() => message(pagerduty, { payload: { event: { event_type: 'incident.triggered', data: {} } } })).toThrow(
      'Invalid payload: payload.event.data.number: ',
    );
  });
});
