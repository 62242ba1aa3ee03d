import { describe, expect, it } from '@jest/globals';
import { chosenProperty } from './subscription-properties.js';

describe('a subscription property', () => {
  it('a colour is normalized', () => {
    expect(chosenProperty({ property: 'color', value: '#ABC' })).toEqual({ property: 'color', value: '#aabbcc' });
    expect(chosenProperty({ property: 'color', value: '#A0b1C2' })).toEqual({ property: 'color', value: '#a0b1c2' });
  });

  it('the older name of muting is translated', () => {
    expect(chosenProperty({ property: 'in_home_view', value: true })).toEqual({ property: 'is_muted', value: false });
  });

  it('booleans are accepted', () => {
    expect(chosenProperty({ property: 'push_notifications', value: false })).toEqual({ property: 'push_notifications', value: false });
  });

  const refused: [string, boolean | string, string][] = [
    ['color', 'red', 'color is not a valid hex color code'],
    ['color', '#ab', 'color is not a valid hex color code'],
    ['color', true, 'color is not a string'],
    ['is_muted', 'yes', 'is_muted is not a boolean'],
    ['in_home_view', 'no', 'in_home_view is not a boolean'],
    ['name', 'mine', 'Unknown subscription property: name'],
  ];
  for (const [property, value, msg] of refused) {
    it(`${property} ${String(value)}: ${msg}`, () => expect(() => chosenProperty({ property, value })).toThrow(msg));
  }
});
