import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import {
  type MoveAsked,
  type MoveStanding,
  moveLimitSeconds,
  moveRefusal,
  resolvedMarkRefusal,
  resolvesTopic,
} from './message-moving.policy.js';

const member: MoveStanding = {
  role: ROLES.member,
  administersChannel: false,
  mayMoveBetweenTopics: true,
  mayMoveBetweenChannels: true,
  mayResolve: true,
  ageSeconds: 0,
  topicLimitSeconds: 100,
  channelLimitSeconds: 50,
};
const topic: MoveAsked = { changesTopic: true, changesChannel: false, resolves: false };
const channel: MoveAsked = { changesTopic: false, changesChannel: true, resolves: false };
const both: MoveAsked = { changesTopic: true, changesChannel: true, resolves: false };
const resolve: MoveAsked = { changesTopic: true, changesChannel: false, resolves: true };

const NOT_MOVE = "You don't have permission to move this message";
const NOT_RESOLVE = "You don't have permission to resolve topics in this channel.";
const OLD_TOPIC = "The time limit for editing this message's topic has passed.";
const OLD_CHANNEL = "The time limit for editing this message's channel has passed";

describe('moving a message', () => {
  it.each<[string, MoveAsked, Partial<MoveStanding>, string | undefined]>([
    ['to a topic', topic, {}, undefined],
    ['to a topic, not allowed', topic, { mayMoveBetweenTopics: false }, NOT_MOVE],
    ['to a topic, not allowed, administers the channel', topic, { mayMoveBetweenTopics: false, administersChannel: true }, undefined],
    ['to a topic, not allowed, moderator', topic, { mayMoveBetweenTopics: false, role: ROLES.moderator }, undefined],
    ['to a topic, in the grace period', topic, { ageSeconds: 120 }, undefined],
    ['to a topic, too old', topic, { ageSeconds: 121 }, OLD_TOPIC],
    ['to a topic, too old, administers the channel', topic, { ageSeconds: 121, administersChannel: true }, OLD_TOPIC],
    ['to a topic, too old, moderator', topic, { ageSeconds: 121, role: ROLES.moderator }, undefined],
    ['to a topic, too old, owner', topic, { ageSeconds: 121, role: ROLES.owner }, undefined],
    ['to a topic, no limit', topic, { ageSeconds: 1e9, topicLimitSeconds: null }, undefined],
    ['to a channel', channel, { mayMoveBetweenTopics: false }, undefined],
    ['to a channel, not allowed', channel, { mayMoveBetweenChannels: false, role: ROLES.moderator }, NOT_MOVE],
    ['to a channel, too old', channel, { ageSeconds: 71 }, OLD_CHANNEL],
    ['to a channel, too old, administrator', channel, { ageSeconds: 71, role: ROLES.administrator }, undefined],
    ['to both, topics not allowed', both, { mayMoveBetweenTopics: false }, NOT_MOVE],
    ['to both, too old for the channel', both, { ageSeconds: 80 }, OLD_CHANNEL],
    ['resolving', resolve, { mayMoveBetweenTopics: false, ageSeconds: 1e9 }, undefined],
    ['resolving, not allowed', resolve, { mayResolve: false, role: ROLES.owner }, NOT_RESOLVE],
  ])('%s', (_, requested, values, msg) => {
    expect(moveRefusal(requested, { ...member, ...values })?.msg).toBe(msg);
  });

  it.each<[string, MoveAsked, Partial<MoveStanding>, number | null]>([
    ['topic', topic, {}, 100],
    ['channel', channel, {}, 50],
    ['both: the shorter one', both, {}, 50],
    ['both, one without a limit', both, { channelLimitSeconds: null }, 100],
    ['resolving', resolve, {}, null],
    ['moderator', both, { role: ROLES.moderator }, null],
  ])('has a maximum age: %s', (_, requested, values, limit) => {
    expect(moveLimitSeconds(requested, { ...member, ...values })).toBe(limit);
  });
});

describe('resolving a topic', () => {
  const long = 'x'.repeat(60);
  it.each<[string, string, boolean]>([
    ['plans', '\u2714 plans', true],
    ['\u2714 plans', 'plans', true],
    ['plans', '\u2714 other', false],
    ['plans', '\u2714plans', false],
    ['plans', 'Plans', false],
    ['\u2714 plans', '\u2714 \u2714 plans', false],
    [long, `\u2714 ${'x'.repeat(58)}`, true],
    [long, `\u2714 ${'x'.repeat(57)}`, false],
  ])('from "%s" to "%s": %s', (from, to, resolves) => {
    expect(resolvesTopic(from, to)).toBe(resolves);
  });

  it('needs a topic', () => {
    expect(resolvedMarkRefusal('\u2714')?.msg).toBe('General chat cannot be marked as resolved');
    expect(resolvedMarkRefusal('\u2714 plans')).toBeUndefined();
  });
});
