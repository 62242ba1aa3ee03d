import { expect, it } from '@jest/globals';
import { heldIn } from './count-held-polls.js';

it('held polls are found in the metrics of a gateway', () => {
  const metrics = '# TYPE parley_held_polls gauge\nparley_held_polls{instance="gateway-1"} 300\nparley_held_polls_total 7\n';
  expect(heldIn(metrics)).toBe(300);
  expect(() => heldIn('up 1\n')).toThrow('does not count held polls');
});
