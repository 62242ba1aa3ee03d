import { expect, it } from '@jest/globals';
import { LinkedList } from './linked-list.js';

const ends = <T>(list: LinkedList<T>) => [list.first, list.last, list.size];

it('knows its first and its last entry, and has none when it is empty', () => {
  const list = new LinkedList<string>();
  expect(ends(list)).toEqual([undefined, undefined, 0]);
  const only = list.add('a');
  expect(ends(list)).toEqual(['a', 'a', 1]);
  list.remove(only);
  expect(ends(list)).toEqual([undefined, undefined, 0]);
});

it('keeps the order of the others when an entry is removed', () => {
  const list = new LinkedList<string>();
  const nodes = ['a', 'b', 'c'].map((value) => list.add(value));
  if (nodes[1] !== undefined) list.remove(nodes[1]);
  expect(ends(list)).toEqual(['a', 'c', 2]);
  if (nodes[0] !== undefined) list.remove(nodes[0]);
  expect(ends(list)).toEqual(['c', 'c', 1]);
});

it('refuses what is not a node of a list', () => {
  expect(() => new LinkedList<string>().remove({ value: 'a' })).toThrow('not a node of a list');
});
