import { describe, expect, it } from '@jest/globals';
import { compileLinkifiers, linkifierPattern } from '../linkifiers.js';
import { renderMessage } from '../render-message.js';
import { topicLinks } from '../topic-links.js';

const linkifiers = compileLinkifiers([
  { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://tracker.example.com/{id}' },
  { pattern: 'PR#(?P<id>[0-9]+)', urlTemplate: 'https://reviews.example.com/{id}' },
  { pattern: '(?P<org>[a-z]+)/(?P<repo>[a-z]+)', urlTemplate: 'https://code.example.com/{org}{?repo}' },
  { pattern: 'evil:(?P<x>.*)', urlTemplate: 'javascript:{x}' },
]);
const html = (source: string) => renderMessage(source, { linkifiers }).html;
const link = (href: string, text: string) => `<a href="${href}">${text}</a>`;

describe('a linkifier', () => {
  it.each([
    ['at the start', '#12 is done', `${link('https://tracker.example.com/12', '#12')} is done`],
    ['in brackets', '(#12)', `(${link('https://tracker.example.com/12', '#12')})`],
    ['before a full stop', 'see #12.', `see ${link('https://tracker.example.com/12', '#12')}.`],
    ['with several groups', 'a/b', link('https://code.example.com/a?repo=b', 'a/b')],
    ['where two would overlap, only one', 'PR#7', link('https://reviews.example.com/7', 'PR#7')],
    ['in bold', '**#12**', `<strong>${link('https://tracker.example.com/12', '#12')}</strong>`],
    ['not within a word', 'a#12 #12b', 'a#12 #12b'],
    ['not in a link', '[#12](http://x.y)', link('http://x.y', '#12')],
    ['not in an address', 'http://x.y/#12', link('http://x.y/#12', 'http://x.y/#12')],
    ['not in code', '`#12`', '<code>#12</code>'],
    ['never to an unsafe address', 'evil:alert(1)', 'evil:alert(1)'],
  ])('%s', (_, source, expected) => {
    expect(html(source)).toBe(`<p>${expected}</p>`);
  });

  it('that RE2 rejects is omitted and does not affect messages', () => {
    expect(compileLinkifiers([{ pattern: '(?=a)', urlTemplate: 'https://a.b' }]).find('a')).toEqual([]);
  });

  it('accepts lone surrogates', () => {
    expect(linkifiers.find('evil:\ud800')).toHaveLength(1);
    expect(html('evil:\ud800')).toBe('<p>evil:\ufffd</p>');
  });

  it('finds its matches in a topic', () => {
    expect(linkifiers.find('fix #12 now')).toEqual([{ start: 4, end: 7, text: '#12', url: 'https://tracker.example.com/12' }]);
  });
});

describe('the links of a topic', () => {
  it('include only safe addresses', () => {
    expect(topicLinks('fix #12 evil:alert(1)', linkifiers)).toEqual([{ text: '#12', url: 'https://tracker.example.com/12' }]);
  });
});

describe('a hostile pattern', () => {
  /** Each would search the rest of the text again from every character. */
  const quadratic = [
    'a.*b|a',
    '(?:a.*b)?',
    'a[^c]*c|a',
    '(?:(?:a|b|ab| )*c)|a',
    '(a|aa|aaa|aaaa|aaaaa)*d|a',
    '[a ]{1,90}c|a',
    '(.*){30}z|a',
  ];
  const texts = ['a'.repeat(10_000), 'a '.repeat(5_000), `zy${'a '.repeat(4_999)}`];

  it.each(quadratic)('%s costs a message of 10,000 characters at most a fraction of a second', (pattern) => {
    const hostile = compileLinkifiers([{ pattern, urlTemplate: 'https://a.b' }]);
    for (const text of texts) {
      expect(processorTime(() => hostile.find(text))).toBeLessThan(1_500);
    }
  });

  it('in any number', () => {
    const hostile = compileLinkifiers(
      Array.from({ length: 50 }, () => quadratic.map((pattern) => ({ pattern, urlTemplate: 'https://a.b' }))).flat(),
    );
    expect(processorTime(() => renderMessage(texts.join('\n').slice(0, 10_000), { linkifiers: hostile }))).toBeLessThan(3_000);
  });

  it('with a long address does not multiply the size of the message', () => {
    const long = compileLinkifiers([{ pattern: '(?P<x>a)', urlTemplate: `https://a.b/${'{x}'.repeat(600)}` }]);
    expect(renderMessage('a '.repeat(5_000), { linkifiers: long }).html.length).toBeLessThan(500_000);
  });

  it('does not affect the links of an ordinary message', () => {
    const issues = Array.from({ length: 200 }, (_, n) => `see #${n}`).join(', ');
    expect(linkifiers.find(issues)).toHaveLength(200);
  });

  it.each([
    ['(', 'missing closing )'],
    ['(?=a)b', 'invalid or unsupported Perl syntax'],
    ['(?P<a>x)(?P=a)', 'invalid or unsupported Perl syntax'],
    ['(?P<a>x)(?P<a>y)', 'duplicate capture group name'],
    ['((a{100}){100}){100}', 'invalid repeat count'],
    ['a{300}', 'too complicated'],
  ])('%s is rejected', (pattern, error) => {
    const checked = linkifierPattern(pattern);
    expect('error' in checked && checked.error).toContain(error);
  });

  it('returns its groups and their values', () => {
    const checked = linkifierPattern('(?P<org>[a-z]+)#(?P<id>[0-9]+)');
    if ('error' in checked) throw new Error(checked.error);
    expect(checked.groups).toEqual(['org', 'id']);
    expect(checked.read('see parley#7')).toEqual({ org: 'parley', id: '7' });
    expect(checked.read('nothing')).toBeUndefined();
  });
});

/** Processor time of this process in milliseconds, independent of the load of the machine. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
