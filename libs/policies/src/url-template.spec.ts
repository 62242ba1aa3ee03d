import { describe, expect, it } from '@jest/globals';
import { urlTemplateVariables } from './url-template.js';

describe('a URL template', () => {
  it.each<[string, string[] | undefined]>([
    ['https://a.b', []],
    ['https://a.b/{id}', ['id']],
    ['https://a.b/{org}/{repo}{?id,org}', ['org', 'repo', 'id']],
    ['{+path}{#part}{.ext}{/seg}{;p}{?q}{&r}', ['path', 'part', 'ext', 'seg', 'p', 'q', 'r']],
    ['{list*}{var:30}', ['list', 'var']],
    ['{a.b}{c%20d}', ['a.b', 'c%20d']],
    ['https://a.b/%20/é', []],
    ['', []],
    ['{', undefined],
    ['}', undefined],
    ['{}', undefined],
    ['{a', undefined],
    ['a}', undefined],
    ['{{a}}', undefined],
    ['{a}}', undefined],
    ['{a,}', undefined],
    ['{?}', undefined],
    ['{=a}', undefined],
    ['{a b}', undefined],
    ['{a:0}', undefined],
    ['{a:10000}', undefined],
    ['a b', undefined],
    ['a%zz', undefined],
    ['<script>', undefined],
    ['a\0b', undefined],
  ])('%j has the variables %j', (template, variables) => {
    expect(urlTemplateVariables(template)).toEqual(variables);
  });

  it.each(['%'.repeat(200_000), '{'.repeat(200_000), `{${'a.'.repeat(100_000)}}`, `{${'a,'.repeat(100_000)}}`])(
    'takes linear time',
    (hostile) => {
      const start = performance.now();
      urlTemplateVariables(hostile);
      expect(performance.now() - start).toBeLessThan(1_000);
    },
  );
});
