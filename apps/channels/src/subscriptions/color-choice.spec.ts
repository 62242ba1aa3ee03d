import { describe, expect, it } from '@jest/globals';
import { SUBSCRIPTION_COLORS } from '@parley/contracts/channels';
import { ColorChoice } from './color-choice.js';

describe('colours of new subscriptions', () => {
  it('are the first colours of the palette that the user does not have yet', () => {
    const [first, second, third, fourth] = SUBSCRIPTION_COLORS;
    const choice = new ColorChoice([{ userId: 1, colors: [second] }]);
    expect([choice.next(1), choice.next(1), choice.next(2)]).toEqual([first, third, first]);
    choice.take(2, second);
    expect([choice.next(2), choice.next(2)]).toEqual([third, fourth]);
  });

  it('repeat in order when all are in use', () => {
    const choice = new ColorChoice([{ userId: 1, colors: SUBSCRIPTION_COLORS }]);
    expect([choice.next(1), choice.next(1)]).toEqual([SUBSCRIPTION_COLORS[0], SUBSCRIPTION_COLORS[1]]);
  });

  it('are 24 different colours in the format of clients', () => {
    expect(new Set(SUBSCRIPTION_COLORS).size).toBe(24);
    for (const color of SUBSCRIPTION_COLORS) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  });
});
