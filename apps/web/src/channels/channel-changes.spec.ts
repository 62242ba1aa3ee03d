import { describe, expect, it } from '@jest/globals';
import { changesOf } from './channel-changes.js';

const BEFORE = { name: 'birds', description: 'about birds', isPrivate: false, posters: 4, folderId: null };

describe('what changes in a channel', () => {
  it('is nothing if all is as before, or without a name', () => {
    expect(changesOf(BEFORE, { ...BEFORE, name: ' birds ' })).toBeUndefined();
    expect(changesOf(BEFORE, { ...BEFORE, name: ' ', description: 'x' })).toBeUndefined();
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
