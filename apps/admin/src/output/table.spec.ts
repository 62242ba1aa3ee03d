import { describe, expect, it } from '@jest/globals';
import { properties, table } from './table.js';

describe('a table', () => {
  it('aligns its columns and leaves no trailing spaces', () => {
    expect(
      table(
        ['id', 'name', 'state'],
        [
          ['1', 'Demo', ''],
          ['12', 'Other', 'deactivated'],
        ],
      ),
    ).toBe(['id  name   state', '1   Demo', '12  Other  deactivated'].join('\n'));
  });

  it('counts characters as people see them', () => {
    expect(
      table(
        ['name', 'x'],
        [
          ['Nova\u0301k', '1'],
          ['Novak', '2'],
        ],
      ),
    ).toBe(['name   x', 'Nova\u0301k  1', 'Novak  2'].join('\n'));
  });

  it('shows dashes without rows', () => {
    expect(table(['id', 'name'], [])).toBe('id  name\n-   -');
  });
});

describe('properties', () => {
  it('are shown one per line', () => {
    expect(properties({ id: '7', 'API key': 'abc' })).toBe('id       7\nAPI key  abc');
  });
});
