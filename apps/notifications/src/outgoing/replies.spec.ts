import { describe, expect, it } from '@jest/globals';
import { replyIn } from './replies.js';

describe('the reply in an answer', () => {
  it.each([
    ['{"content":"hi"}', { kind: 'content', content: 'hi' }],
    ['{"response_string":"older"}', { kind: 'content', content: 'older' }],
    ['{"text":"of Slack"}', { kind: 'content', content: 'of Slack' }],
    ['{"content":"hi","response_not_required":true}', { kind: 'silent' }],
    ['{"content":" "}', { kind: 'silent' }],
    ['{}', { kind: 'silent' }],
    ['""', { kind: 'silent' }],
    [' ', { kind: 'silent' }],
    ['not JSON', { kind: 'invalid' }],
    ['[]', { kind: 'invalid' }],
    ['null', { kind: 'invalid' }],
    ['{"content":5}', { kind: 'invalid' }],
  ])('%s', (body, reply) => {
    expect(replyIn(body)).toEqual(reply);
  });
});
