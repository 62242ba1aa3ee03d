import { describe, expect, it } from '@jest/globals';
import { parseRole, roleName } from './role-names.js';

describe('a role', () => {
  it.each([
    ['owner', 100],
    ['Moderator', 300],
    ['600', 600],
  ])('%s is %d', (text, role) => {
    expect(parseRole(text)).toBe(role);
  });

  it('that does not exist is refused with a list of roles', () => {
    expect(() => parseRole('king')).toThrow('There is no role "king". Roles: owner, administrator, moderator, member, guest.');
    expect(() => parseRole('')).toThrow('There is no role');
  });

  it('has a name', () => {
    expect(roleName(200)).toBe('administrator');
  });
});
