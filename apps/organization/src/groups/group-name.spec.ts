import { describe, expect, it } from '@jest/globals';
import { groupNameRefusal } from './group-name.js';

describe('the name of a group', () => {
  const faults: [string, string][] = [
    ['', "User group name can't be empty!"],
    ['x'.repeat(101), 'User group name cannot exceed 100 characters.'],
    ['a\r\nb', 'name has invalid format'],
    ['a\u2028b', 'name has invalid format'],
    ['a\u2029b', 'name has invalid format'],
    ['a\u0007b', 'name has invalid format'],
    ['@all', "User group name cannot start with '@'."],
    ['role:mine', "User group name cannot start with 'role:'."],
    ['user:7', "User group name cannot start with 'user:'."],
    ['stream:7', "User group name cannot start with 'stream:'."],
    ['channel:7', "User group name cannot start with 'channel:'."],
  ];
  for (const [name, fault] of faults) it(`${name.slice(0, 12)}: ${fault}`, () => expect(groupNameRefusal(name)?.msg).toBe(fault));

  it.each(['x', 'x'.repeat(100), 'a role: name', 'team@', 'in role:', 'role', 'Ωmega'])('%s is valid', (name) =>
    expect(groupNameRefusal(name)).toBeUndefined(),
  );
});
