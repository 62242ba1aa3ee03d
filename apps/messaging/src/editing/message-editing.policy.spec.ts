import { describe, expect, it } from '@jest/globals';
import { type ContentEditStanding, contentEditRefusal } from './message-editing.policy.js';

const own: ContentEditStanding = { isEditingAllowed: true, isOwn: true, isWidget: false, ageSeconds: 0, limitSeconds: 600 };
const OFF = 'Your organization has turned off message editing';
const NOT_OWN = "You don't have permission to edit this message";
const TOO_LATE = 'The time limit for editing this message has passed';

describe('editing the content of a message', () => {
  it.each<[string, Partial<ContentEditStanding>, string | undefined]>([
    ['own', {}, undefined],
    ['own, in the grace period', { ageSeconds: 620 }, undefined],
    ['own, past the grace period', { ageSeconds: 621 }, TOO_LATE],
    ['own, no limit', { ageSeconds: 1e9, limitSeconds: null }, undefined],
    ['of another user', { isOwn: false }, NOT_OWN],
    ['of another user, past the grace period', { isOwn: false, ageSeconds: 621 }, NOT_OWN],
    ['a poll', { isWidget: true }, 'Widgets cannot be edited.'],
    ['poll of another user', { isWidget: true, isOwn: false }, NOT_OWN],
    ['editing is disabled', { isEditingAllowed: false }, OFF],
    ['editing is disabled, of another user', { isEditingAllowed: false, isOwn: false }, OFF],
  ])('%s', (_, values, msg) => {
    expect(contentEditRefusal({ ...own, ...values })?.msg).toBe(msg);
  });
});
