import { describe, expect, it } from '@jest/globals';
import { addressOfLink, linkTo } from './narrow-link.js';

describe('a link to a message', () => {
  it.each([
    [{ kind: 'topic', channelId: 9, topic: 'a (b) 50%. über/unter #1' }],
    [{ kind: 'topic', channelId: 9, topic: '' }],
    [{ kind: 'direct', userIds: [5, 12] }],
  ] as const)('leads to %j', (place) => {
    const link = linkTo('https://chat.example.com', place, 42);
    expect(link).toMatch(/^https:\/\/chat\.example\.com\/#narrow\/[\w./,-]*$/);
    expect(addressOfLink(new URL(link).hash)).toEqual({ place, near: 42 });
  });
});
