import { describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { BOT_TYPES } from '@parley/contracts/organization';
import { mayCreateBot } from './bot-creation.policy.js';

const { generic, incomingWebhook } = BOT_TYPES;
const { owner, member, guest } = ROLES;

describe('creating a bot', () => {
  it.each([
    [generic, member, true, false, true],
    [generic, member, false, true, false],
    [incomingWebhook, member, true, false, true],
    [incomingWebhook, member, false, true, true],
    [incomingWebhook, member, false, false, false],
    [generic, owner, false, false, false],
    [generic, guest, true, true, false],
    [incomingWebhook, guest, true, true, false],
  ])('of type %i as %i, in can_create_bots_group %s, in can_create_write_only_bots_group %s: %s', (type, role, creates, writeOnly, may) => {
    expect(mayCreateBot(type, { role, createsByGroup: creates, createsWriteOnlyByGroup: writeOnly })).toBe(may);
  });
});
