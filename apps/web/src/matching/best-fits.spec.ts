import { describe, expect, it } from '@jest/globals';
import { bestFits } from './best-fits.js';

describe('suggestions', () => {
  it('begin with the names that begin with it, then those with such a word, then those that contain it', () => {
    const names = ['Joanna', 'Mary Ann', 'Ánna', 'Bob', 'Anne'];
    expect(bestFits(names, 'ann', (name) => [name], 4)).toEqual(['Ánna', 'Anne', 'Mary Ann', 'Joanna']);
    expect(bestFits(names, 'ann', (name) => [name], 1)).toEqual(['Ánna']);
  });
});
