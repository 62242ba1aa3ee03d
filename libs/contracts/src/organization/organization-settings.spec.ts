import { describe, expect, it } from '@jest/globals';
import { rolesThatSeeEmail, seesEmail } from './email-visibility.js';
import { ORGANIZATION_PERMISSIONS } from './organization-permissions.js';
import { isPasswordLoginEnabled, ORGANIZATION_SETTINGS, organizationSettings } from './organization-settings.js';

describe('the settings of an organization', () => {
  it.each(Object.entries(ORGANIZATION_SETTINGS))('%s has a valid initial value', (_, { schema, initial }) => {
    expect(schema.safeParse(initial).success).toBe(true);
  });
  it('have the stored value, or the initial one if the stored one is invalid', () => {
    const values = organizationSettings({ digest_weekday: 6, topics_policy: 'whatever' });
    expect(values.digest_weekday).toBe(6);
    expect(values.topics_policy).toBe('allow_empty_topic');
  });
  it('allow login by password until it is disabled', () => {
    expect(isPasswordLoginEnabled({})).toBe(true);
    expect(isPasswordLoginEnabled({ authentication_methods: { Email: false } })).toBe(false);
  });
  it.each(Object.entries(ORGANIZATION_PERMISSIONS))('the permission %s has a valid initial group', (_, permission) => {
    if (permission.onlySystemGroups !== null) expect(permission.onlySystemGroups).toContain(permission.initial);
    if (!permission.everyoneAllowed) expect(permission.initial).not.toBe('role:everyone');
    if (!permission.nobodyAllowed) expect(permission.initial).not.toBe('role:nobody');
  });
});

describe('a real email address', () => {
  it.each([
    [1, [100, 200, 300, 400, 600]],
    [2, [100, 200, 300, 400]],
    [5, [100, 200, 300]],
    [3, [100, 200]],
    [4, []],
    [77, []],
  ])('with visibility %i is visible to the roles %j', (visibility, roles) => {
    expect(rolesThatSeeEmail(visibility)).toEqual(roles);
  });
  it('is always visible to its owner', () => {
    expect(seesEmail({ userId: 7, role: 600 }, { id: 7, emailAddressVisibility: 4 })).toBe(true);
  });
});
