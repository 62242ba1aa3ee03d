import { describe, expect, it } from '@jest/globals';
import { AlertWords } from './alert-words.js';

const words = new AlertWords([
  ['cat', 1],
  ['Cat', 2],
  ['cat food', 3],
  ['c++', 4],
  ['été', 5],
  ['  ', 6],
  ['.net', 7],
]);

describe('alert words', () => {
  it.each([
    ['the cat sat', [1, 2]],
    ['CAT!', [1, 2]],
    ['(cat)', [1, 2]],
    ['concatenate cats scat', []],
    ['cat_food', []],
    ['cat food', [1, 2, 3]],
    ['cat\nfood', [1, 2]],
    ['I like C++.', [4]],
    ['cet ÉTÉ', [5]],
    ['étés', []],
    ['.NET and asp.net', [7]],
    ['🐈cat🐈', [1, 2]],
    ['use `cat` or `c++`', [1, 2, 4]],
    ['```\ncat food\n```', [1, 2, 3]],
    ['[the cat](https://a.b) @**cat** :cat:', [1, 2]],
    ['`scat`', []],
    ['', []],
  ])('in %j are triggered by %j', (text, owners) => {
    expect([...words.ownersAlertedBy(text)].sort()).toEqual(owners);
  });
});
