import { describe, expect, it } from '@jest/globals';
import { message, written } from '../testing.js';
import { alerts } from './fixtures.js';
import { alertmanager } from './index.js';

const LINKS = '[runbook](https://runbooks.example.com/1) [source](https://prometheus.example.com/graph?g0.expr=up)';

describe('Alertmanager', () => {
  it('has a message for each alert, with what fires and what is resolved', () => {
    expect(written(alertmanager, alerts)).toEqual({
      kind: 'messages',
      event: null,
      messages: [
        {
          topic: 'Down',
          content: [
            ':alert: **Firing**',
            `* **critical** Down at a \`instance=a\` ${LINKS}`,
            '',
            ':squared_ok: **Resolved**',
            `* **critical** Down at b \`instance=b\` ${LINKS}`,
          ].join('\n'),
        },
        { topic: 'Full', content: `:alert: **Firing**\n* **critical** Full at a \`instance=a\` ${LINKS}` },
      ],
    });
  });

  it('can have the value of another label as the topic', () => {
    const { messages } = Object(written(alertmanager, alerts, { name: 'instance' }));
    expect(messages.map(({ topic }: { topic: string }) => topic)).toEqual(['a', 'b']);
  });

  it('shows a few of many alerts', () => {
    const many = { payload: { alerts: Array.from({ length: 400 }, () => alerts.payload.alerts[0]) } };
    expect(message(alertmanager, many).content).toMatch(/… and 385 more$/);
  });

  it('has a message for each of a few names, and says how many are left out', () => {
    const [first] = alerts.payload.alerts;
    const named = (n: number) => ({ ...first, labels: { ...first?.labels, alertname: `Alert ${n}` } });
    const many = written(alertmanager, { payload: { alerts: Array.from({ length: 300 }, (_, n) => named(n)) } });
    const { messages = [] } = many.kind === 'messages' ? many : {};
    expect(messages).toHaveLength(20);
    expect(messages.filter(({ content }) => content.includes('left out'))).toEqual([messages.at(-1)]);
    expect(messages.at(-1)?.content).toMatch(/\n\n… and 280 more, which are left out$/);
  });

  it('leaves out an empty list, and names what is missing', () => {
    expect(written(alertmanager, { payload: { alerts: [] } })).toMatchObject({ reason: 'irrelevant' });
    expect(() => written(alertmanager, { payload: {} })).toThrow('Invalid payload: payload.alerts: ');
    expect(() => written(alertmanager, { payload: { alerts: [{ status: 'firing' }] } })).toThrow('payload.alerts[0].labels: ');
  });
});
