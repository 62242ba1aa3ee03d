import { describe, expect, it } from '@jest/globals';
import { ROLES, type Role } from '@parley/contracts';
import { configurationRefusal } from './organization-configuration.policy.js';

const FOR_OWNERS = [
  'message_retention_days',
  'invite_required',
  'waiting_period_threshold',
  'authentication_methods',
  'disallow_disposable_email_addresses',
  'emails_restricted_to_domains',
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
  'owner_full_content_access',
  'api_keys_allowed',
];

describe('users who may configure the organization', () => {
  it.each<[string, Role, string, string | undefined]>([
    ...FOR_OWNERS.flatMap((property): [string, Role, string, string | undefined][] => [
      ['owner', ROLES.owner, property, undefined],
      ['administrator', ROLES.administrator, property, 'Must be an organization owner'],
      ['moderator', ROLES.moderator, property, 'Must be an organization administrator'],
    ]),
    ['owner', ROLES.owner, 'description', undefined],
    ['administrator', ROLES.administrator, 'description', undefined],
    ['administrator', ROLES.administrator, 'can_create_bots_group', undefined],
    ['moderator', ROLES.moderator, 'description', 'Must be an organization administrator'],
    ['member', ROLES.member, 'description', 'Must be an organization administrator'],
    ['guest', ROLES.guest, 'description', 'Must be an organization administrator'],
  ])('%s (%i) and %s: %s', (_, role, property, refusal) => {
    expect(configurationRefusal(role, ['digest_weekday', property])?.msg).toBe(refusal);
  });
});
