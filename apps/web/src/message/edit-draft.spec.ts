import { beforeEach, describe, expect, it } from '@jest/globals';
import { Drafts } from '../workspace/drafts.js';
import { EditDraft } from './edit-draft.js';

let texts: Map<string, string>;
/** As in a box of its own. */
const box = () => {
  const storage = {
    keys: () => [...texts.keys()],
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
  return new EditDraft(new Drafts(storage, '5'), 'edit 7');
};

beforeEach(() => {
  texts = new Map();
});

describe('a draft of an edit', () => {
  it('is there again while the message has the text from which it began', () => {
    expect(box().begin('soup')).toBe('soup');
    box().keep('soup?');
    expect(box().begin('soup')).toBe('soup?');
  });

  it('is not offered for a newer text of the message', () => {
    const draft = box();
    draft.begin('soup');
    draft.keep('soup?');
    expect(box().begin('salad')).toBe('salad');
    expect(box().begin('salad')).toBe('salad');
  });

  it('of an earlier version of this page, without its beginning, is not offered', () => {
    box().keep('soup?');
    expect(box().begin('soup')).toBe('soup');
  });

  it('ends when it is saved', () => {
    const draft = box();
    draft.begin('soup');
    draft.keep('soup?');
    expect(draft.saved('soup?')).toBe(true);
    expect(texts.size).toBe(0);
  });

  it('stays if more was typed in a reopened box while it was saved', () => {
    const first = box();
    first.begin('soup');
    first.keep('soup?');
    const reopened = box();
    reopened.begin('soup');
    reopened.keep('soup or salad?');
    expect(first.saved('soup?')).toBe(false);
    expect(box().begin('soup?')).toBe('soup or salad?');
  });
});
