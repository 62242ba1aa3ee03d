import { describe, expect, it } from '@jest/globals';
import { renderMessage } from './render-message.js';

describe('facts about the content of a message', () => {
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
});
