import { describe, expect, it } from '@jest/globals';
import { message } from '../testing.js';
import { json } from './index.js';

const payload = { build: { name: 'ship *1*', ok: true, log: 'a\nb' }, jobs: [{ name: 'test' }], none: null };

describe('JSON', () => {
  it('is shown as code without a template', () => {
    expect(message(json, { payload: { a: 1 } })).toEqual({ topic: 'JSON', content: '```json\n{\n  "a": 1\n}\n```' });
  });

  it('fills a template with the values of fields, as they are', () => {
    const template = '**Build** {build.name}: {build.ok}, {jobs.0.name}, {none}, { build.log }, {jobs}';
    expect(message(json, { payload }, { template, topic_template: 'builds of {build.name}' })).toEqual({
      topic: 'builds of ship *1*',
      content: '**Build** ship &#42;1&#42;: true, test, null, a\nb, `[{"name":"test"}]`',
    });
  });

  it('cannot be made a command by a value', () => {
    expect(message(json, { payload: { text: '/poll Lunch?' } }, { template: '{text}' }).content).toBe('&#47;poll Lunch?');
  });

  it.each(['{missing}', '{build.name.length}', '{build.missing}', '{constructor}', '{jobs.1}'])(
    'names a field that is missing: %s',
    (template) => {
      expect(() => message(json, { payload }, { template })).toThrow(`Invalid payload: payload.${template.slice(1, -1)}: is missing`);
    },
  );

  it('refuses a template that results in nothing', () => {
    expect(() => message(json, { payload: { a: '' } }, { template: ' {a} ' })).toThrow(
      'Invalid option template: results in an empty message',
    );
  });

  it.each(['template', 'topic_template'])('refuses more than 100 fields in the %s', (option) => {
    const filled = { template: 'x', [option]: '{a}'.repeat(101) };
    expect(() => message(json, { payload: { a: 'x' } }, filled)).toThrow(`Invalid option ${option}: has more than 100 fields`);
  });

  it('shows the start of much JSON, exactly as the whole begins', () => {
    const payload = { head: { deep: [[{ a: 1, b: null }], []], text: 'é"\\' }, rows: Array.from({ length: 3_000 }, (_, n) => [n]) };
    const whole = JSON.stringify(payload, undefined, 2);
    const { content } = message(json, { payload });
    expect(`\`\`\`json\n${whole}`).toContain(content.slice(0, content.indexOf('…')).trimEnd());
    expect(content.length).toBeGreaterThan(1_500);
    expect(message(json, { payload: { rows: payload.rows } }, { template: '{rows}' }).content).toMatch(/^`\[\[0\],\[1\],.*…`$/);
  });

  it('is cut at the limit, with its code block closed', () => {
    const { content } = message(json, { payload: { lines: Array.from({ length: 3_000 }, (_, n) => `line ${n}`) } });
    expect(content.length).toBeLessThanOrEqual(10_000);
    expect(content).toMatch(/…\n```$/);
  });
});
