import { expect, it } from '@jest/globals';
import { testSeeds } from './test-environment.js';

it('gives the fixed seeds, unless the environment names others', () => {
  expect(testSeeds([1, 2], {})).toEqual([1, 2]);
  expect(testSeeds([1, 2], { PARLEY_TEST_SEEDS: '2026112200' })).toEqual([2026112200]);
  expect(testSeeds([1, 2], { PARLEY_TEST_SEEDS: '7,8,9' })).toEqual([7, 8, 9]);
});

it.each(['', 'x', '1,', '1 2', '-1'])('refuses %j as seeds', (given) => {
  expect(() => testSeeds([1], { PARLEY_TEST_SEEDS: given })).toThrow('PARLEY_TEST_SEEDS');
});
