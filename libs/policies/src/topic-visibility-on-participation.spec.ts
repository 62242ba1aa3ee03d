import { describe, expect, it } from '@jest/globals';
import { visibilityOnParticipation } from './topic-visibility-on-participation.js';

const POLICIES = { participation: 1, send: 2, initiation: 3, never: 4 } as const;
const VISIBILITY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
type Policy = keyof typeof POLICIES;
type Visibility = keyof typeof VISIBILITY;

describe('how a topic shows for whoever reacts or votes in it', () => {
  it.each<[Visibility, 'heard' | 'muted', Policy, Policy, Visibility | null]>([
    ['inherit', 'heard', 'participation', 'participation', 'followed'],
    ['inherit', 'muted', 'participation', 'participation', 'followed'],
    ['muted', 'heard', 'participation', 'never', 'followed'],
    ['unmuted', 'muted', 'participation', 'never', 'followed'],
    ['inherit', 'muted', 'never', 'participation', 'unmuted'],
    ['muted', 'muted', 'initiation', 'participation', 'unmuted'],
    // Only in a muted channel is there anything to unmute.
    ['inherit', 'heard', 'never', 'participation', null],
    ['muted', 'heard', 'never', 'participation', null],
    ['unmuted', 'muted', 'never', 'participation', null],
    // Sending and starting are more than taking part.
    ['inherit', 'heard', 'send', 'send', null],
    ['inherit', 'muted', 'send', 'send', null],
    ['inherit', 'muted', 'initiation', 'initiation', null],
    ['inherit', 'muted', 'never', 'never', null],
    // Never less than before.
    ['followed', 'muted', 'participation', 'participation', null],
    ['followed', 'muted', 'never', 'participation', null],
  ])('%s in a %s channel, following by %s, unmuting by %s: %s', (current, channel, follow, unmute, becomes) => {
    const standing = { current: VISIBILITY[current], isChannelMuted: channel === 'muted' };
    const policies = { followPolicy: POLICIES[follow], unmutePolicy: POLICIES[unmute] };
    expect(visibilityOnParticipation({ ...standing, ...policies })).toBe(becomes === null ? null : VISIBILITY[becomes]);
  });
});
