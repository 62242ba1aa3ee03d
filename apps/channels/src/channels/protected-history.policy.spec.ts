import { describe, expect, it } from '@jest/globals';
import { protectedHistoryRefusal } from './protected-history.policy.js';

const EVERYONE = 3;
const systemGroups = new Map([
  ['role:everyone', EVERYONE],
  ['role:members', 4],
]);

describe('a channel whose topics only some users may start', () => {
  it.each([
    [true, EVERYONE, undefined],
    [true, 4, undefined],
    [false, EVERYONE, undefined],
    [false, 4, expect.stringMatching(/history_public_to_subscribers.*can_create_topic_group/)],
    [false, 99, expect.stringMatching(/history_public_to_subscribers.*can_create_topic_group/)],
  ])('history public to subscribers: %s, group %i: %s', (historyPublicToSubscribers, group, msg) => {
    expect(protectedHistoryRefusal({ historyPublicToSubscribers }, group, systemGroups)?.msg).toEqual(msg);
  });
});
