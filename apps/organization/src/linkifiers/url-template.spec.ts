import { describe, expect, it } from '@jest/globals';
import { urlTemplateFault, urlTemplateVariables } from './url-template.js';

describe('a URL template', () => {
  it.each<[string, string[] | undefined]>([
    ['https://a.b', []],
    ['https://a.b/{id}', ['id']],
    ['https://a.b/{org}/{repo}{?id,org}', ['org', 'repo', 'id']],
    ['{+path}{#part}{.ext}{/seg}{;p}{?q}{&r}', ['path', 'part', 'ext', 'seg', 'p', 'q', 'r']],
    ['{list*}{var:30}', ['list', 'var']],
    ['{a:1}{b:9999}{_}{Z9}{%41}{%Af.x}', ['a', 'b', '_', 'Z9', '%41', '%Af.x']],
    ['%aF{a}%9c', ['a']],
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
    ['{ a}', undefined],
    ['{a }', undefined],
    ['{a..b}', undefined],
    ['{a.}', undefined],
    ['{..a}', undefined],
    ['{a%4}', undefined],
    ['{%zz}', undefined],
    ['{%4}', undefined],
    ['{a**}', undefined],
    ['{a*b}', undefined],
    ['{a:}', undefined],
    ['{a:1x}', undefined],
    ['{a:-1}', undefined],
    ['{a-b}', undefined],
    ['{é}', undefined],
    ['{a}b c', undefined],
    ['{a}{b}}c', undefined],
    ['a{b', undefined],
    ['{a:0}', undefined],
    ['{a:10000}', undefined],
    ['a b', undefined],
    ['a%zz', undefined],
    ['a%4', undefined],
    ['a%4z', undefined],
    ['%z4', undefined],
    [' a', undefined],
    ['a ', undefined],
    ['a"b', undefined],
    ["a'b", undefined],
    ['a\\b', undefined],
    ['a^b', undefined],
    ['a`b', undefined],
    ['a|b', undefined],
    ['a>b', undefined],
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

describe('the URL template of an organization', () => {
  it.each(['https://a.b/{id}', 'http://a.b', 'HTTPS://a.b', 'https://{host}/{id}', 'https://a.b{+rest}'])('may be %j', (template) => {
    expect(urlTemplateFault(template)).toBeUndefined();
  });

  it.each([
    'javascript:{code}',
    'javascript://a.b/%0A{code}',
    'JavaScript:alert(1)',
    'data:text/html,{code}',
    'vbscript:{code}',
    'file:///{id}',
    'ftp://a.b/{id}',
    'xhttp://a.b/{id}',
    'httpx://a.b/{id}',
    'mailto:{id}',
    '{code}',
    '{+code}',
    '{scheme}://a.b/{id}',
    'http{s}://a.b/{id}',
    'https:{+rest}',
    'https:/{+rest}',
    'https://',
    'https:///a.b',
    '//a.b/{id}',
    '/path/{id}',
    'a.b/{id}',
    '',
  ])('must not be %j, which can lead to other schemes than http', (template) => {
    expect(urlTemplateFault(template)).toBe('URL template must begin with http:// or https://.');
  });

  it('must be a URL template', () => {
    expect(urlTemplateFault('https://a.b/{id')).toBe('Invalid URL template.');
  });
});
