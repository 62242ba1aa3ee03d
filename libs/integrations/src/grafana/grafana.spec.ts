import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { message, written } from '../testing.js';
import { alerts } from './fixtures.js';
import { grafana } from './index.js';

describe('Grafana', () => {
  it('has a message for each alert rule, with links', () => {
    expect(message(grafana, alerts)).toEqual({
      topic: 'High memory',
      content: [
        ':alert: **Firing**',
        '* Memory is &#124; almost used up `zone=eu-1` [source](https://grafana.example.com/alerting/1/edit) ' +
          '[dashboard](https://grafana.example.com/d/1) [silence](https://grafana.example.com/alerting/silence/new)',
      ].join('\n'),
    });
  });

  it('names what is missing', () => {
    expect(() => written(grafana, { payload: { title: 'old format' } })).toThrow('Invalid payload: payload.alerts: ');
  });

  it('recognizes its signature', () => {
    const given = createHmac('sha256', 'secret').update('{}').digest('hex');
    expect(grafana.signature?.matches('secret', given, '{}')).toBe(true);
    expect(grafana.signature?.matches('secret', given, '{ }')).toBe(false);
  });
});
