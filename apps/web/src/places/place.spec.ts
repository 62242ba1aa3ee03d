import { describe, expect, it } from '@jest/globals';
import { addressOfLink } from './narrow-link.js';
import { addressOf, narrowOf, type Place, pathOf } from './place.js';

const PLACES: readonly Place[] = [
  { kind: 'all' },
  { kind: 'inbox' },
  { kind: 'recent' },
  { kind: 'mentions' },
  { kind: 'starred' },
  { kind: 'channel', channelId: 7 },
  { kind: 'topic', channelId: 7, topic: 'a/b ?#%.é' },
  { kind: 'topic', channelId: 7, topic: '' },
  { kind: 'direct', userIds: [3, 12] },
  { kind: 'direct', userIds: [] },
  { kind: 'search', query: 'from:"Ann Lee" a/b?#%é' },
];

describe('the address of a place', () => {
  it.each(PLACES)('leads back to it: %j', (place) => expect(addressOf(pathOf(place))).toEqual({ place }));

  it.each(['/app/channel/x', '/app/nothing', '/', '/login', '/app/channel/'])('shows everything if it is unknown: %s', (path) =>
    expect(addressOf(path)).toEqual({ place: { kind: 'all' } }),
  );

  it('may name a message to begin at', () => {
    expect(addressOf('/app/channel/7', '?near=12')).toEqual({ place: { kind: 'channel', channelId: 7 }, near: 12 });
    expect(addressOf('/app/channel/7', '?near=twelve')).toEqual({ place: { kind: 'channel', channelId: 7 } });
  });

  it('has people once and in one order', () =>
    expect(addressOf('/app/direct/9,2,9,x')).toEqual({ place: { kind: 'direct', userIds: [2, 9] } }));
});

describe('the narrow of a place', () => {
  it('is what the server is asked for', () => {
    expect(narrowOf({ kind: 'all' }, 5)).toEqual([]);
    expect(narrowOf({ kind: 'topic', channelId: 7, topic: 'x' }, 5)).toEqual([
      { operator: 'channel', operand: 7 },
      { operator: 'topic', operand: 'x' },
    ]);
    expect(narrowOf({ kind: 'direct', userIds: [] }, 5)).toEqual([{ operator: 'dm', operand: [5] }]);
  });
});

describe('a link in a message', () => {
  it.each([
    ['/#narrow/channel/9-name', { place: { kind: 'channel', channelId: 9 } }],
    ['/#narrow/channel/9-name/topic/a.20topic.2E/near/12', { place: { kind: 'topic', channelId: 9, topic: 'a topic.' }, near: 12 }],
    ['#narrow/dm/12,5-group', { place: { kind: 'direct', userIds: [5, 12] } }],
    ['/#narrow/is/starred', { place: { kind: 'starred' } }],
  ])('%s leads to a place', (href, address) => expect(addressOfLink(href)).toEqual(address));

  it.each(['https://example.com/#narrow/channel/9', '/#narrow/search/x', '/#narrow/channel/x', '/#narrow/dm/x', 'javascript:alert(1)'])(
    '%s is left to the browser',
    (href) => expect(addressOfLink(href)).toBeUndefined(),
  );
});
