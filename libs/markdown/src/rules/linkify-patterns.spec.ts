import { describe, expect, it } from '@jest/globals';
import { compileLinkifiers } from '../linkifiers.js';
import { renderMessage } from '../render-message.js';

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

  it('that RE2 refuses is left out and harms no message', () => {
    expect(compileLinkifiers([{ pattern: '(?=a)', urlTemplate: 'https://a.b' }]).find('a')).toEqual([]);
  });

  it('bears half a character', () => {
    expect(linkifiers.find('evil:\ud800')).toHaveLength(1);
    expect(html('evil:\ud800')).toBe('<p>evil:\ufffd</p>');
  });

  it('finds its matches in a topic', () => {
    expect(linkifiers.find('fix #12 now')).toEqual([{ start: 4, end: 7, text: '#12', url: 'https://tracker.example.com/12' }]);
  });
});
