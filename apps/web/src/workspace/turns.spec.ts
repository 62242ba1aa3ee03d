import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

const button = {};
const other = {};

describe('turns', () => {
  it('ignore the same press while it runs, and let another press wait for its turn, also after a failure', async () => {
    const turns = new Turns();
    const order: string[] = [];
    let fail: (error: Error) => void = () => undefined;
    const first = turns.take({ target: button, shown: 'Mute' }, () => {
      order.push('mute');
      return new Promise<void>((_, reject) => {
        fail = reject;
      });
    });
    const task = (name: string) => async () => {
      order.push(name);
      return name;
    };
    expect(turns.take({ target: button, shown: 'Mute' }, task('again'))).toBeUndefined();
    const second = turns.take({ target: button, shown: 'Unmute' }, task('unmute'));
    expect(turns.take({ target: button, shown: 'Unmute' }, task('again'))).toBeUndefined();
    const third = turns.take({ target: other, shown: 'Mute' }, task('other'));
    expect(order).toEqual(['mute']);
    fail(new Error('refused'));
    await expect(first).rejects.toThrow('refused');
    expect(await second).toBe('unmute');
    expect(await third).toBe('other');
    expect(order).toEqual(['mute', 'unmute', 'other']);
    expect(turns.isBusy).toBe(false);
    expect(await turns.take({ target: button, shown: 'Mute' }, task('later'))).toBe('later');
  });
});
