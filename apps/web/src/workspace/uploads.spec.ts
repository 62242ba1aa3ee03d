import { describe, expect, it } from '@jest/globals';
import { Drafts } from './drafts.js';
import { type SendFile, Uploads } from './uploads.js';

interface Sent {
  readonly name: string;
  readonly progress: (loaded: number) => void;
  readonly signal: AbortSignal;
  readonly succeed: (filename?: string) => void;
  readonly fail: (error: Error) => void;
}

function begin() {
  const sent: Sent[] = [];
  const send: SendFile = (file, progress, signal) =>
    new Promise((resolve, reject) => {
      const succeed = (filename = file.name) => resolve({ url: `/user_uploads/1/${file.name}`, filename });
      sent.push({ name: file.name, progress, signal, succeed, fail: reject });
    });
  const texts = new Map<string, string>();
  const drafts = new Drafts(
    {
      keys: () => [...texts.keys()],
      getItem: (key) => texts.get(key) ?? null,
      setItem: (key, text) => void texts.set(key, text),
      removeItem: (key) => void texts.delete(key),
    },
    '5',
  );
  const end = new AbortController();
  return { sent, drafts, end, uploads: new Uploads(send, drafts, end.signal) };
}
const file = (name: string) => new File(['content'], name);
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('an upload', () => {
  it('tells its progress, and becomes a link in its draft', async () => {
    const { sent, drafts, uploads } = begin();
    drafts.keep('a', 'look:');
    uploads.add('a', [file('x.png')]);
    sent[0]?.progress(3);
    expect(uploads.store.get()).toMatchObject([{ status: 'sending', loaded: 3 }]);
    sent[0]?.succeed('x [1]\n].png');
    await settle();
    expect(uploads.store.get()).toEqual([]);
    expect(drafts.of('a')).toBe('look:\n[x (1) ).png](/user_uploads/1/x.png)');
    expect(drafts.additions.get()).toBe(1);
    expect(drafts.of('b')).toBe('');
  });

  it('that failed stays with its reason, and can be sent again', async () => {
    const { sent, drafts, uploads } = begin();
    uploads.add('a', [file('x.png')]);
    sent[0]?.fail(new Error('too large'));
    await settle();
    expect(uploads.store.get()).toMatchObject([{ status: 'failed', error: { message: 'too large' } }]);
    uploads.retry(1);
    expect(uploads.store.get()).toMatchObject([{ status: 'sending', loaded: 0, error: undefined }]);
    sent[1]?.succeed();
    await settle();
    expect(drafts.of('a')).toBe('[x.png](/user_uploads/1/x.png)');
  });

  it('waits while two others are sent, which a failure of one ends', async () => {
    const { sent, uploads } = begin();
    uploads.add('a', [file('1'), file('2'), file('3')]);
    expect(sent.map(({ name }) => name)).toEqual(['1', '2']);
    sent[0]?.fail(new Error('broken'));
    await settle();
    expect(sent.map(({ name }) => name)).toEqual(['1', '2', '3']);
    expect(uploads.store.get().map(({ status }) => status)).toEqual(['failed', 'sending', 'sending']);
  });

  it('ends when it is discarded, and when the page ends, and then adds nothing', async () => {
    const { sent, drafts, end, uploads } = begin();
    uploads.add('a', [file('1'), file('2')]);
    uploads.discard(1);
    expect(sent[0]?.signal.aborted).toBe(true);
    sent[0]?.succeed();
    uploads.add('a', [file('3')]);
    end.abort();
    expect(sent[1]?.signal.aborted).toBe(true);
    sent[1]?.fail(new Error('aborted'));
    await settle();
    expect(drafts.of('a')).toBe('');
    uploads.add('a', [file('4')]);
    expect(sent.map(({ name }) => name)).toEqual(['1', '2']);
    expect(uploads.store.get()).toMatchObject([
      { id: 2, status: 'sending' },
      { id: 3, status: 'waiting' },
      { id: 4, status: 'waiting' },
    ]);
  });
});
