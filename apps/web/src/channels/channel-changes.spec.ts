import { describe, expect, it } from '@jest/globals';
import { changesIn, changesOf, edited, NO_EDITS } from './channel-changes.js';

const BEFORE = { name: 'birds', description: 'about birds', isPrivate: false, posters: 4, folderId: null };

describe('what changes in a channel', () => {
  it('is nothing if all is as before, or without a name', () => {
    expect(changesOf(BEFORE, { ...BEFORE, name: ' birds ' })).toBeUndefined();
    expect(changesOf(BEFORE, { ...BEFORE, name: ' ', description: 'x' })).toBeUndefined();
  });

  it('is not what others changed while the window was open', () => {
    const began = edited(NO_EDITS, BEFORE, { ...BEFORE, description: 'about all birds' });
    const now = { ...BEFORE, name: 'all birds', isPrivate: true, posters: 6 };
    const shown = { ...now, ...began.after };
    expect(shown).toEqual({ ...now, description: 'about all birds' });
    const more = edited(began, shown, { ...shown, folderId: 2 });
    expect(changesIn(more, now)).toEqual({ description: 'about all birds', folder_id: 2 });
  });

  it('names the old value of a permission that the person saw', () => {
    const edits = edited(NO_EDITS, BEFORE, { ...BEFORE, posters: 5 });
    expect(changesIn(edits, { ...BEFORE, posters: 6 })).toEqual({ can_send_message_group: { new: 5, old: 4 } });
    expect(changesIn(edits, { ...BEFORE, posters: 5 })).toBeUndefined();
  });

  it('is nothing after the person has taken it back, and the field follows the server again', () => {
    const edits = edited(NO_EDITS, BEFORE, { ...BEFORE, name: 'cats' });
    expect(edited(edits, { ...BEFORE, name: 'cats' }, BEFORE)).toEqual(NO_EDITS);
  });

  it('is only what changed, with the old value of a permission', () => {
    expect(changesOf(BEFORE, { ...BEFORE, posters: 5, folderId: 2 })).toEqual({ can_send_message_group: { new: 5, old: 4 }, folder_id: 2 });
    expect(changesOf(BEFORE, { ...BEFORE, name: 'cats', isPrivate: true })).toEqual({ new_name: 'cats', is_private: true });
    const custom = { direct_members: [5], direct_subgroups: [] };
    expect(changesOf({ ...BEFORE, posters: custom }, { ...BEFORE, posters: 5 })).toEqual({
      can_send_message_group: { new: 5, old: custom },
    });
    expect(changesOf({ ...BEFORE, posters: custom }, { ...BEFORE, posters: custom })).toBeUndefined();
  });
});
