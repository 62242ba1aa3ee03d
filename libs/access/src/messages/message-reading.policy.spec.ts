import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { mayReadMessage, type Span } from './message-reading.policy.js';

const PROTECTED = { isPrivate: true, isWebPublic: false, historyPublicToSubscribers: false };
const subscriber = { role: ROLES.member, isSubscribed: true, mayJoinByGroup: false, administersByGroup: false };
const reads = (spans: readonly Span[], placedAtId: number, person = subscriber, channel = PROTECTED) =>
  mayReadMessage({ kind: 'channel', channel, person, spans, placedAtId });

describe('reading a message', () => {
  it('of a direct conversation requires being in it', () => {
    expect(mayReadMessage({ kind: 'direct', isParticipant: true })).toBe(true);
    expect(mayReadMessage({ kind: 'direct', isParticipant: false })).toBe(false);
  });

  it.each([
    [10, false],
    [11, true],
    [20, true],
    [21, false],
    [30, false],
    [31, true],
  ])('%i of a channel with protected history requires a subscription at its time: %j', (id, may) => {
    const spans = [
      { afterId: 10, untilId: 20 },
      { afterId: 30, untilId: Number.MAX_SAFE_INTEGER },
    ];
    expect(reads(spans, id)).toBe(may);
  });

  it('of a channel with shared history requires a subscription now', () => {
    const shared = { ...PROTECTED, historyPublicToSubscribers: true };
    expect(reads([], 5, subscriber, shared)).toBe(true);
    expect(reads([{ afterId: 1, untilId: 9 }], 5, { ...subscriber, isSubscribed: false }, shared)).toBe(false);
  });

  it('of a private channel does not outlast the subscription', () => {
    expect(reads([{ afterId: 1, untilId: 9 }], 5, { ...subscriber, isSubscribed: false })).toBe(false);
  });
});
