import { describe, expect, it } from '@jest/globals';
import { type DeletionStanding, deletionRefusal } from './message-deleting.policy.js';

const own: DeletionStanding = { isOwn: true, mayDeleteAny: false, mayDeleteOwn: true, ageSeconds: 600, limitSeconds: 600 };
const NO_PERMISSION = "You don't have permission to delete this message";
const TOO_LATE = 'The time limit for deleting this message has passed';

describe('deleting a message', () => {
  it.each<[string, DeletionStanding, string | undefined]>([
    ['own, at the limit', own, undefined],
    ['own, past the limit', { ...own, ageSeconds: 601 }, TOO_LATE],
    ['own, old, no limit', { ...own, ageSeconds: 1e9, limitSeconds: null }, undefined],
    ['own, without permission', { ...own, mayDeleteOwn: false }, NO_PERMISSION],
    ['of another user', { ...own, isOwn: false }, NO_PERMISSION],
    ['of another user, past the limit', { ...own, isOwn: false, ageSeconds: 601 }, NO_PERMISSION],
    ['of another user, may delete any', { ...own, isOwn: false, mayDeleteAny: true, ageSeconds: 601 }, undefined],
    ['own, past the limit, may delete any', { ...own, mayDeleteAny: true, mayDeleteOwn: false, ageSeconds: 601 }, undefined],
  ])('%s', (_, standing, msg) => {
    expect(deletionRefusal(standing)?.msg).toBe(msg);
  });
});
