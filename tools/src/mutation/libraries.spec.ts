import { expect, it } from '@jest/globals';
import { MUTATED_LIBRARIES, selectMutated } from './libraries.js';

const chosen = (...words: string[]) => selectMutated(words).map(({ library, sources }) => [library.name, sources]);

it('selects all libraries, or those that are named', () => {
  expect(chosen()).toEqual(MUTATED_LIBRARIES.map(({ name }) => [name, undefined]));
  expect(chosen('access')).toEqual([['access', undefined]]);
  expect(chosen('access', 'rpc').map(([name]) => name)).toEqual(['rpc', 'access']);
});

it('selects the sources that a glob names', () => {
  expect(chosen('libs/access/src/groups/group-*.ts')).toEqual([['access', ['libs/access/src/groups/group-*.ts']]]);
});

it('selects nothing for a word that is neither', () => {
  expect(chosen('polices')).toEqual([]);
  expect(chosen('libs/testing/src/index.ts')).toEqual([]);
});
