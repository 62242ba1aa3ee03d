import { describe, expect, it } from '@jest/globals';
import { addressOfLink, linkTo } from './narrow-link.js';
import { withoutReader } from './place.js';

describe('a link to a message', () => {
  it.each([[{ kind: 'topic', channelId: 9, topic: 'a (b) 50%. über/unter #1' }], [{ kind: 'topic', channelId: 9, topic: '' }]] as const)(
    'leads to %j',
    (place) => {
      const link = linkTo('https://chat.example.com', place, 42, 7);
      expect(link).toMatch(/^https:\/\/chat\.example\.com\/#narrow\/[\w./,-]*$/);
      expect(addressOfLink(new URL(link).hash)).toEqual({ place, near: 42 });
    },
  );

  it.each([
    ['of two', [12], 12, [5]],
    ['of three', [7, 12], 12, [5, 7]],
    ['with oneself', [], 5, []],
  ])('leads each of its people to a direct conversation %s', (_, others, reader, seen) => {
    const link = linkTo('https://chat.example.com', { kind: 'direct', userIds: others }, 42, 5);
    expect(link).toBe(`https://chat.example.com/#narrow/dm/${[5, ...others].join(',')}/near/42`);
    const address = addressOfLink(new URL(link).hash);
    if (address === undefined) throw new Error('the link leads nowhere');
    expect(withoutReader(address.place, reader)).toEqual({ kind: 'direct', userIds: seen });
    expect(withoutReader(address.place, 5)).toEqual({ kind: 'direct', userIds: others });
  });
});
