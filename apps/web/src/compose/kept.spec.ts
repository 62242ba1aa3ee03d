import { describe, expect, it } from '@jest/globals';
import type { PendingMessage } from '@parley/client';
import { Drafts, type TextStorage } from './drafts.js';
import { keptMessages } from './kept-messages.js';

function memory(): TextStorage & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}
const full: TextStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error('QuotaExceededError');
  },
  removeItem: () => undefined,
};
const pending: PendingMessage = {
  localId: 'a',
  queueId: undefined,
  message: { type: 'direct', to: [6], content: 'hi' },
  writtenAt: 1,
  status: 'waiting',
};

describe('a draft', () => {
  it('is kept for its conversation and its author', () => {
    const storage = memory();
    new Drafts(storage, '5').keep('channel 1 birds', 'hello');
    expect(new Drafts(storage, '5').of('channel 1 birds')).toBe('hello');
    expect(new Drafts(storage, '5').of('channel 1 cats')).toBe('');
    expect(new Drafts(storage, '6').of('channel 1 birds')).toBe('');
  });

  it('is gone when it is empty', () => {
    const storage = memory();
    const drafts = new Drafts(storage, '5');
    drafts.keep('x', 'hello');
    drafts.keep('x', ' \n');
    expect(storage.texts.size).toBe(0);
  });

  it('needs no space in the browser', () => expect(() => new Drafts(full, '5').keep('x', 'hello')).not.toThrow());
});

describe('a message that is not sent yet', () => {
  it('is there after a reload, and gone when it was sent', async () => {
    const storage = memory();
    await keptMessages(storage, '5', 'p').save([pending]);
    expect(await keptMessages(storage, '5', 'p').load()).toEqual([{ ...pending, queueId: undefined }]);
    expect(await keptMessages(storage, '5', 'q').load()).toEqual([]);
    await keptMessages(storage, '5', 'p').save([]);
    expect(storage.texts.size).toBe(0);
  });

  it('is not read from what something else wrote', async () => {
    const storage = memory();
    for (const text of ['{', '{}', '[1, null, {"localId": "a"}]']) {
      storage.setItem('parley outbox 5 p', text);
      expect(await keptMessages(storage, '5', 'p').load()).toEqual([]);
    }
  });
});
