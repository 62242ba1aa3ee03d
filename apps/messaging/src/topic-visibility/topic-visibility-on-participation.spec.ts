import { describe, expect, it } from '@jest/globals';
import { visibilityOnParticipation } from './topic-visibility-on-participation.js';

const POLICIES = { participation: 1, send: 2, initiation: 3, never: 4 } as const;
const VISIBILITY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
type Policy = keyof typeof POLICIES;
type Visibility = keyof typeof VISIBILITY;

describe('the visibility of a topic for a user who reacts or votes in it', () => {
  it.each<[Visibility, 'heard' | 'muted', Policy, Policy, Visibility | null]>([
    ['inherit', 'heard', 'participation', 'participation', 'followed'],
    ['inherit', 'muted', 'participation', 'participation', 'followed'],
    ['muted', 'heard', 'participation', 'never', 'followed'],
    ['unmuted', 'muted', 'participation', 'never', 'followed'],
    ['inherit', 'muted', 'never', 'participation', 'unmuted'],
    ['muted', 'muted', 'initiation', 'participation', 'unmuted'],
    // Unmuting has an effect only in a muted channel.
    ['inherit', 'heard', 'never', 'participation', null],
    ['muted', 'heard', 'never', 'participation', null],
    ['unmuted', 'muted', 'never', 'participation', null],
    // The policies for sending and starting topics do not cover reactions and votes.
    ['inherit', 'heard', 'send', 'send', null],
    ['inherit', 'muted', 'send', 'send', null],
    ['inherit', 'muted', 'initiation', 'initiation', null],
    ['inherit', 'muted', 'never', 'never', null],
    // The visibility never decreases.
    ['followed', 'muted', 'participation', 'participation', null],
    ['followed', 'muted', 'never', 'participation', null],
  ])('%s in a %s channel, following by %s, unmuting by %s: %s', (current, channel, follow, unmute, becomes) => {
    const standing = { current: VISIBILITY[current], isChannelMuted: channel === 'muted' };
    const policies = { followPolicy: POLICIES[follow], unmutePolicy: POLICIES[unmute] };
    expect(visibilityOnParticipation({ ...standing, ...policies })).toBe(becomes === null ? null : VISIBILITY[becomes]);
  });
});
