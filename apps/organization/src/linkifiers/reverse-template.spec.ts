import { describe, expect, it } from '@jest/globals';
import { reversed, reverseTemplateParts } from './reverse-template.js';

describe('a reverse template', () => {
  it.each([
    ['#{id}', '#7'],
    ['{org}/{repo}#{id}', 'parley/server#7'],
    ['{{{id}}}', '{7}'],
    ['{{id}}', '{id}'],
    ['{absent}!', '!'],
    ['{unknown}', ''],
    ['a{{b}}c', 'a{b}c'],
    ['{_}{a1_}', ''],
    ['', ''],
  ])('%j becomes %j', (template, text) => {
    const parts = reverseTemplateParts(template);
    expect(parts && reversed(parts, { id: '7', org: 'parley', repo: 'server', absent: null })).toBe(text);
  });
  it.each(['{', '}', '{id', 'id}', '{}', '{a b}', '{1}', '{1a}', '{a-b}', '{é}', '{ id}', '{id}}'])('%j is rejected', (template) => {
    expect(reverseTemplateParts(template)).toBeUndefined();
  });
});
