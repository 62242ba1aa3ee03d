import { describe, expect, it } from '@jest/globals';
import type { PendingMessage } from '@parley/client';
import { Drafts } from './drafts.js';
import { keptMessages, type ListedStorage, type Locks } from './kept-messages.js';

function memory(): ListedStorage & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    keys: () => [...texts.keys()],
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}
const full: ListedStorage = {
  keys: () => [],
  getItem: () => null,
  setItem: () => {
    throw new Error('QuotaExceededError');
  },
  removeItem: () => undefined,
};

/** As browsers have them, for all pages of a test. */
function lockManager(): Locks {
  const held = new Set<string>();
  return {
    request: async (name, { ifAvailable = false }, work) => {
      if (held.has(name)) {
        if (!ifAvailable) throw new Error('nothing here waits for a lock');
        return work(null);
      }
      held.add(name);
      await work({ name });
      held.delete(name);
    },
  };
}

function written(localId: string, writtenAt = 1): PendingMessage {
  return { localId, queueId: 'q', message: { type: 'direct', to: [6], content: 'hi' }, writtenAt, status: 'waiting' };
}

describe('a draft', () => {
  it('that another tab wrote or sent is shown, and no draft of another person is', () => {
    const storage = memory();
    const drafts = new Drafts(storage, '5');
    for (const name of ['5', '55']) new Drafts(storage, name).keep('channel 1 birds', 'hello');
    const [own, other] = storage.keys();
    let shown = '';
    drafts.additions.subscribe(() => {
      shown = drafts.of('channel 1 birds');
    });
    drafts.storedElsewhere(other ?? '');
    expect(shown).toBe('');
    drafts.storedElsewhere(own ?? '');
    expect(shown).toBe('hello');
    storage.removeItem(own ?? '');
    drafts.storedElsewhere(null);
    expect(shown).toBe('');
  });

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
  const page = (storage: ListedStorage, pageId: string, locks?: Locks, owner = '5') => {
    const end = new AbortController();
    return { close: () => end.abort(), kept: keptMessages({ storage, owner, pageId, locks, signal: end.signal }) };
  };

  it('is there after a reload, and gone when it was sent', async () => {
    const storage = memory();
    await page(storage, 'p').kept.save([written('a')]);
    expect(await page(storage, 'p').kept.load()).toEqual([written('a')]);
    expect(await page(storage, 'q').kept.load()).toEqual([]);
    await page(storage, 'p').kept.save([]);
    expect(storage.texts.size).toBe(0);
  });

  it('is taken over from a page that was closed, once, and not from one that is open or of another person', async () => {
    const storage = memory();
    const locks = lockManager();
    const [closed, open, other] = [page(storage, 'a', locks), page(storage, 'b', locks), page(storage, 'c', locks, '6')];
    for (const [place, { kept }] of [closed, open, other].entries()) {
      await kept.load();
      await kept.save([written(`of ${place}`)]);
    }
    closed.close();
    other.close();
    await Promise.resolve();
    const next = page(storage, 'd', locks);
    expect(await next.kept.load()).toEqual([written('of 0')]);
    expect([...storage.texts.keys()].sort()).toEqual(['parley outbox 5 b', 'parley outbox 5 d', 'parley outbox 6 c']);
    expect(await page(storage, 'e', locks).kept.load()).toEqual([]);
  });

  it('is not in an older copy when there is no space for what it is now', async () => {
    const storage = memory();
    const { kept } = page(storage, 'p');
    await kept.save([{ ...written('a'), queueId: undefined }]);
    storage.setItem = full.setItem;
    await expect(kept.save([written('a')])).rejects.toThrow('QuotaExceededError');
    expect(await page(storage, 'p').kept.load()).toEqual([]);
  });

  it('is taken over when there is no space to keep it twice', async () => {
    const storage = memory();
    await page(storage, 'a').kept.save([written('a')]);
    const small: ListedStorage = {
      ...storage,
      setItem: (key, text) => {
        if (storage.texts.size > 0) throw new Error('QuotaExceededError');
        storage.setItem(key, text);
      },
    };
    expect(await page(small, 'b', lockManager()).kept.load()).toEqual([written('a')]);
    expect([...storage.texts.keys()]).toEqual(['parley outbox 5 b']);
  });

  it('keeps its place among those of several pages', async () => {
    const storage = memory();
    await page(storage, 'a').kept.save([written('first', 1), written('third', 3)]);
    await page(storage, 'b').kept.save([written('second', 2)]);
    const found = await page(storage, 'c', lockManager()).kept.load();
    expect(found.map(({ localId }) => localId)).toEqual(['first', 'second', 'third']);
  });

  it('is not read from what something else wrote', async () => {
    const storage = memory();
    for (const text of ['{', '{}', '[1, null, {"localId": "a"}]']) {
      storage.setItem('parley outbox 5 p', text);
      expect(await page(storage, 'p').kept.load()).toEqual([]);
    }
  });
});
