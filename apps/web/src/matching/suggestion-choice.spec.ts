import { describe, expect, it } from '@jest/globals';
import { choiceAfter, listId, optionId, pointsAt } from './suggestion-choice.js';

describe('the choice among suggestions', () => {
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, 0],
    ['ArrowUp', -1, 2],
    ['ArrowUp', 0, 2],
    ['ArrowUp', 2, 1],
    ['Enter', 1, undefined],
    ['a', 1, undefined],
  ])('%s from %s', (key, chosen, expected) => expect(choiceAfter(key, chosen, 3)).toBe(expected));

  it('is what the field points at', () => {
    expect(pointsAt('f', 0, -1)).toEqual({});
    expect(pointsAt('f', 3, -1)).toEqual({ 'aria-controls': listId('f') });
    expect(pointsAt('f', 3, 2)).toEqual({ 'aria-controls': listId('f'), 'aria-activedescendant': optionId('f', 2) });
  });
});
