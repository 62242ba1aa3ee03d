import { expect, it } from '@jest/globals';
import { MUTATED_LIBRARIES, selectMutated } from './libraries.js';

const chosen = (...words: string[]) => selectMutated(words).map(({ library, sources }) => [library.name, sources]);

it('selects all libraries, or those that are named', () => {
  expect(chosen()).toEqual(MUTATED_LIBRARIES.map(({ name }) => [name, undefined]));
  expect(chosen('policies')).toEqual([['policies', undefined]]);
  expect(chosen('policies', 'rpc').map(([name]) => name)).toEqual(['rpc', 'policies']);
});

it('selects the sources that a glob names', () => {
  expect(chosen('libs/policies/src/narrow-*.ts')).toEqual([['policies', ['libs/policies/src/narrow-*.ts']]]);
});

it('selects nothing for a word that is neither', () => {
  expect(chosen('polices')).toEqual([]);
  expect(chosen('libs/testing/src/index.ts')).toEqual([]);
});
