import { describe, expect, it } from '@jest/globals';
import { type TopicStanding, visibilityOnSend } from './topic-visibility-on-send.js';

const POLICIES = { participation: 1, send: 2, initiation: 3, never: 4 } as const;
const VISIBILITY = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
type Policy = keyof typeof POLICIES;
type Visibility = keyof typeof VISIBILITY;

function standing(current: Visibility, channel: string, topic: string, follow: Policy, unmute: Policy): TopicStanding {
  return {
    current: VISIBILITY[current],
    isChannelMuted: channel === 'muted',
    hasMessages: topic === 'old',
    followPolicy: POLICIES[follow],
    unmutePolicy: POLICIES[unmute],
  };
}

describe('the visibility of a topic for a user who sends to it', () => {
  it.each<[Visibility, string, string, Policy, Policy, Visibility | null]>([
    // The initial settings.
    ['inherit', 'heard', 'new', 'initiation', 'send', 'followed'],
    ['inherit', 'heard', 'old', 'initiation', 'send', null],
    ['inherit', 'muted', 'new', 'initiation', 'send', 'followed'],
    ['inherit', 'muted', 'old', 'initiation', 'send', 'unmuted'],
    // Following by sending takes precedence over the current policy.
    ['inherit', 'heard', 'old', 'participation', 'never', 'followed'],
    ['inherit', 'muted', 'old', 'send', 'send', 'followed'],
    ['muted', 'heard', 'old', 'send', 'never', 'followed'],
    ['unmuted', 'muted', 'old', 'participation', 'send', 'followed'],
    ['followed', 'muted', 'new', 'send', 'send', null],
    ['followed', 'muted', 'old', 'never', 'participation', null],
    // A current policy is replaced by unmuting, only in a muted channel; whether the send starts the topic makes no difference.
    ['muted', 'muted', 'old', 'never', 'send', 'unmuted'],
    ['muted', 'muted', 'new', 'initiation', 'participation', 'unmuted'],
    ['muted', 'heard', 'old', 'never', 'send', null],
    ['muted', 'heard', 'new', 'initiation', 'initiation', null],
    ['muted', 'muted', 'new', 'initiation', 'initiation', null],
    ['unmuted', 'muted', 'old', 'never', 'send', null],
    ['unmuted', 'heard', 'new', 'initiation', 'send', null],
    // Starting a topic.
    ['inherit', 'muted', 'new', 'never', 'initiation', 'unmuted'],
    ['inherit', 'muted', 'new', 'never', 'participation', 'unmuted'],
    ['inherit', 'heard', 'new', 'never', 'initiation', null],
    ['inherit', 'muted', 'old', 'initiation', 'initiation', null],
    // Never.
    ['inherit', 'muted', 'new', 'never', 'never', null],
    ['muted', 'muted', 'old', 'never', 'never', null],
  ])('%s in a %s channel, an %s topic, follow %s, unmute %s: %s', (current, channel, topic, follow, unmute, becomes) => {
    const expected = becomes === null ? null : VISIBILITY[becomes];
    expect(visibilityOnSend(standing(current, channel, topic, follow, unmute))).toBe(expected);
  });

  it('never lowers the policy, and returns null if it does not change', () => {
    for (const current of Object.keys(VISIBILITY) as Visibility[])
      for (const channel of ['heard', 'muted'])
        for (const topic of ['old', 'new'])
          for (const follow of Object.keys(POLICIES) as Policy[])
            for (const unmute of Object.keys(POLICIES) as Policy[]) {
              const becomes = visibilityOnSend(standing(current, channel, topic, follow, unmute));
              expect(becomes).not.toBe(VISIBILITY[current]);
              if (current === 'followed') expect(becomes).toBeNull();
            }
  });
});
