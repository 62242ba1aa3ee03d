import { describe, expect, it } from '@jest/globals';
import { BOT_TYPES } from '@parley/contracts/organization';
import { BOT_PERMISSIONS, type BotPermission, mayCreateBot } from './bot-creation.policy.js';

const { generic, incomingWebhook } = BOT_TYPES;
const [any, writeOnly] = BOT_PERMISSIONS;

describe('creating a bot', () => {
  it.each<[number, readonly BotPermission[], boolean]>([
    [generic, [any], true],
    [generic, [writeOnly], false],
    [generic, [], false],
    [incomingWebhook, [any], true],
    [incomingWebhook, [writeOnly], true],
    [incomingWebhook, [], false],
  ])('of type %i with the permissions %j: %s', (type, held, may) => {
    expect(mayCreateBot(type, new Set(held))).toBe(may);
  });
});
