import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@parley/contracts';
import { contentOf, linkTo, topicOf } from './mail-text.js';

describe('the topic', () => {
  it.each([
    ['Soup', 'Soup'],
    ['Re: Fwd: RE[2]: Soup', 'Soup'],
    ['AW: WG: Suppe', 'Suppe'],
    ['Result: Soup', 'Result: Soup'],
    ['  a\r\n b\0 ', 'a b'],
    ['', 'Email with no subject'],
    ['Re:', 'Email with no subject'],
    ['\u202eabc', 'abc'],
    ['x'.repeat(61), `${'x'.repeat(59)}…`],
    ['😀'.repeat(60), '😀'.repeat(60)],
  ])('of %j is %j', (subject, topic) => expect(topicOf(subject)).toBe(topic));

  it('of a hostile subject takes no time', () => expect(topicOf('Re: '.repeat(1_000_000))).toBe('Email with no subject'));
});

const MAIL = { from: { name: 'Zoe', address: 'zoe@example.com' }, text: 'Hello', isCut: false };
const OPEN = { showsSender: true, isForeign: true, links: [], refusedFiles: [] };

describe('the content', () => {
  it('names the sender, the text, the files, and those that were refused', () => {
    const links = [linkTo('a [b].png', '/user_uploads/1/x/a.png')];
    expect(contentOf(MAIL, { ...OPEN, links, refusedFiles: ['big*.zip (too large)'] })).toBe(
      '**From:** Zoe (zoe@example.com)\n\nHello\n\n[a (b).png](/user_uploads/1/x/a.png)\nFiles that could not be stored: big .zip (too large)',
    );
    expect(contentOf({ ...MAIL, from: { name: '', address: '' } }, { ...OPEN, showsSender: false })).toBe('Hello');
    expect(contentOf({ ...MAIL, text: ' \n\0' }, { ...OPEN, showsSender: true })).toBe('');
  });

  it('of a stranger mentions no one and is no command', () => {
    const text = '/poll x\n@**all** @_**Zoe** @*team* #**general** *good*';
    expect(contentOf({ ...MAIL, text }, { ...OPEN, showsSender: false })).toBe(
      '&#47;poll x\n@&#42;*all** @_&#42;*Zoe** @&#42;team* #&#42;*general** *good*',
    );
    expect(contentOf({ ...MAIL, text: '@**all**' }, { ...OPEN, showsSender: false, isForeign: false })).toBe('@**all**');
  });

  it('puts files before a text with fences, which may be open', () => {
    expect(contentOf({ ...MAIL, text: '```\nx' }, { ...OPEN, showsSender: false, links: ['[a](/b)'] })).toBe('[a](/b)\n\n```\nx');
  });

  it('is cut to what a message can have, with its files', () => {
    for (const text of ['😀'.repeat(20_000), '~~~\n'.repeat(5_000)]) {
      const content = contentOf({ ...MAIL, text }, { ...OPEN, links: ['[a](/b)'] });
      expect([...content].length).toBeLessThanOrEqual(LIMITS.max_message_length);
      expect([...content].length).toBeGreaterThan(LIMITS.max_message_length - 20);
      expect([content.includes('[message truncated]'), content.includes('[a](/b)')]).toEqual([true, true]);
    }
    expect(contentOf({ ...MAIL, isCut: true }, { ...OPEN, showsSender: false })).toBe('Hello\n[message truncated]');
  });
});
