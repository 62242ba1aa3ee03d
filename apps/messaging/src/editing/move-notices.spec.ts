import { describe, expect, it } from '@jest/globals';
import { isResolvedText, movedAwayText, movedHereText, resolvedText } from './move-notices.js';

const anna = { id: 7, name: 'Anna' };
const old = { channelName: 'design', topic: 'colours' };
const whole = { count: 3, isWholeTopic: true };
const one = { count: 1, isWholeTopic: false };
const some = { count: 3, isWholeTopic: false };

describe('notices about moved messages', () => {
  it.each<[string, string]>([
    [movedHereText(whole, old, anna), 'This topic was moved here from #**design>colours** by @_**Anna|7**.'],
    [movedHereText(one, old, anna), 'A message was moved here from #**design>colours** by @_**Anna|7**.'],
    [movedHereText(some, old, anna), '3 messages were moved here from #**design>colours** by @_**Anna|7**.'],
    [movedAwayText(whole, old, anna), 'This topic was moved to #**design>colours** by @_**Anna|7**.'],
    [movedAwayText(one, old, anna), 'A message was moved from this topic to #**design>colours** by @_**Anna|7**.'],
    [movedAwayText(some, old, anna), '3 messages were moved from this topic to #**design>colours** by @_**Anna|7**.'],
    [resolvedText(true, anna), '@_**Anna|7** has marked this topic as resolved.'],
    [resolvedText(false, anna), '@_**Anna|7** has marked this topic as unresolved.'],
  ])('%s', (text, expected) => expect(text).toBe(expected));
});

describe('whether a notice says that a topic was resolved', () => {
  it.each([
    [resolvedText(true, anna), true],
    [resolvedText(false, { id: 1, name: 'a** b|2' }), true],
    [movedHereText(whole, old, anna), false],
    ['I has marked this topic as resolved.', false],
  ])('%s: %s', (text, expected) => expect(isResolvedText(text)).toBe(expected));
});
