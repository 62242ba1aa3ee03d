import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { referencedNames } from './referenced-names.js';
import { renderMessage } from './render-message.js';

describe('the names referenced in a text', () => {
  it('are listed by kind, each once', () => {
    expect(referencedNames('@**A** @_**A** @**B|3** @**|4** @*g* @_*h* #**c** #**d>t** @**all** @**topic** :tick: :a:b.c:')).toEqual({
      userNames: ['A'],
      userIds: [3, 4],
      groupNames: ['g', 'h'],
      channelNames: ['c', 'd>t', 'd'],
      emojiNames: ['tick', 'a', 'b.c'],
    });
  });

  it('include the id of a user whose name equals a wildcard', () => {
    expect(referencedNames('@**all|7** @**all**')).toMatchObject({ userIds: [7], userNames: [] });
  });

  it('are empty for plain text', () => {
    expect(referencedNames('a@b.c *x* **y** # z 12:30 a: b')).toEqual({
      userNames: [],
      userIds: [],
      groupNames: [],
      channelNames: [],
      emojiNames: [],
    });
  });

  it('include everything that the rendered text mentions', () => {
    const piece = fc.constantFrom('@**', '**', '@_**', '@*', '*', 'Ann', 'ann', '|7', ' ', '\n', '> ', '`', 'x', '#**', '>', '@3');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('');
        const { userNames, userIds, groupNames } = referencedNames(source);
        const rendered = renderMessage(source, { users: [{ id: 7, name: 'Ann' }], groups: [{ id: 8, name: 'Ann' }] });
        const isAnn = (name: string) => name.toLowerCase() === 'ann';
        if (rendered.mentionedUserIds.length > 0) expect(userIds.includes(7) || userNames.some(isAnn)).toBe(true);
        if (rendered.mentionedGroupIds.length > 0) expect(groupNames.some(isAnn)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
