import { describe, expect, it } from '@jest/globals';
import { renderMessage } from './render-message.js';

describe('what a message holds', () => {
  it.each([
    ['nothing', 'plain', { hasLink: false, hasImage: false, hasAttachment: false, attachmentPaths: [] }],
    ['a link', 'http://a.b', { hasLink: true, hasImage: false, hasAttachment: false }],
    ['a link in code is none', '`http://a.b`', { hasLink: false }],
    ['a picture', 'http://a.b/c.png', { hasLink: true, hasImage: true, hasAttachment: false }],
    [
      'an upload',
      '[a](/user_uploads/1/ab/c.txt)',
      { hasLink: true, hasImage: false, hasAttachment: true, attachmentPaths: ['1/ab/c.txt'] },
    ],
    ['an upload with a name that is encoded', '[a](/user_uploads/1/ab/ä.png)', { hasImage: true, attachmentPaths: ['1/ab/ä.png'] }],
    ['an upload twice', '[a](/user_uploads/1/b) [a](/user_uploads/1/b?x)', { attachmentPaths: ['1/b'] }],
    ['an upload elsewhere', 'http://a.b/user_uploads/1/c', { hasAttachment: false }],
  ])('%s', (_, source, expected) => {
    expect(renderMessage(source, {})).toMatchObject(expected);
  });

  it.each([
    ['a **b** c', ['a', 'b', 'c']],
    ['a `b` c', ['a', 'c']],
    ['a [b](http://c.d) e', ['a', 'e']],
    ['a http://b.c d', ['a', 'd']],
    ['a :tada: b', ['a', 'b']],
    ['a\n```\nb\n```\n> c', ['a', 'c']],
    ['# a\n\nb|c\n-|-\nd|e', ['a', 'b', 'c', 'd', 'e']],
  ])('%j has the prose %j', (source, words) => {
    expect(renderMessage(source, {}).prose.trim().split(/\s+/)).toEqual(words);
  });
});
