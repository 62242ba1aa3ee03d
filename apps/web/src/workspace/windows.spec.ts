import { describe, expect, it } from '@jest/globals';
import { Windows } from './windows.js';

describe('a window', () => {
  it('that was closed before its answer came does not close the one that is open by then', () => {
    const windows = new Windows();
    const [first, second] = [{ kind: 'settings' }, { kind: 'settings' }] as const;
    windows.open(first);
    expect(windows.close(first)).toBe(true);
    expect(windows.store.get()).toBeUndefined();
    windows.open(second);
    expect(windows.close(first)).toBe(false);
    expect(windows.store.get()).toBe(second);
  });
});
