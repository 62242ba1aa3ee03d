import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { referencedNames } from './referenced-names.js';
import { renderMessage } from './render-message.js';

describe('the names a text refers to', () => {
  it('are listed by kind, each once', () => {
    expect(referencedNames('@**A** @_**A** @**B|3** @**|4** @*g* @_*h* #**c** #**d>t** @**all** @**topic** :tick: :a:b.c:')).toEqual({
      userNames: ['A'],
      userIds: [3, 4],
      groupNames: ['g', 'h'],
      channelNames: ['c', 'd>t', 'd'],
      emojiNames: ['tick', 'a', 'b.c'],
    });
  });

  it('hold the id of a person who is called as a wildcard is', () => {
    expect(referencedNames('@**all|7** @**all**')).toMatchObject({ userIds: [7], userNames: [] });
  });

  it('are none in plain text', () => {
    expect(referencedNames('a@b.c *x* **y** # z 12:30 a: b')).toEqual({
      userNames: [],
      userIds: [],
      groupNames: [],
      channelNames: [],
      emojiNames: [],
    });
  });

  it('hold whatever the text then mentions', () => {
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
