import { describe, expect, it } from '@jest/globals';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { ApiError, NoAnswerError } from '../src/api/api-error.js';
import { type NewMessage, Outbox, type OutboxStorage, type PendingMessage } from '../src/sending/outbox.js';
import { scriptedCaller, turns } from './scripted-caller.js';

const AT_ONCE = { firstMs: 0, longestMs: 0 };
const saying = (content: string): NewMessage => ({ type: 'channel', to: 3, topic: 'tea', content });
const text = (value: unknown) => String(value);

/** Until everything is sent or refused. */
async function settled({ store }: Outbox): Promise<void> {
  while (store.get().some(({ status }) => status === 'waiting' || status === 'sending'))
    await new Promise((resolve) => setTimeout(resolve, 1));
}

function memory(): OutboxStorage & { kept: readonly PendingMessage[] } {
  const storage = {
    kept: [] as readonly PendingMessage[],
    load: async () => storage.kept,
    save: async (pending: readonly PendingMessage[]) => {
      storage.kept = structuredClone(pending);
    },
  };
  return storage;
}

describe('the outbox', () => {
  it('sends each message once and in order, whatever answers are lost', async () => {
    const fault = constantFrom('none', 'lost before', 'lost after', 'unavailable', 'too many');
    await assert(
      asyncProperty(array(fault, { maxLength: 20 }), async (faults) => {
        const script = faults.values();
        const stored = new Map<string, { readonly id: number; readonly content: string }>();
        const caller = scriptedCaller({
          sendMessage: ({ queue_id, local_id, content }) => {
            const { value } = script.next();
            if (value === 'lost before') throw new NoAnswerError('lost');
            if (value === 'unavailable') throw new ApiError(503, 'SERVICE_UNAVAILABLE', 'later');
            if (value === 'too many') throw new ApiError(429, 'RATE_LIMIT_HIT', 'later', {}, 0);
            const key = `${text(queue_id)} ${text(local_id)}`;
            const message = stored.get(key) ?? { id: stored.size + 1, content: text(content) };
            stored.set(key, message);
            if (value === 'lost after') throw new NoAnswerError('lost');
            return { id: message.id };
          },
        });
        // Another queue for each attempt: the first one must be kept.
        let queues = 0;
        const queueId = () => {
          queues += 1;
          return `queue ${queues}`;
        };
        const outbox = new Outbox({ caller, queueId, backoff: AT_ONCE });
        const stop = new AbortController();
        for (const content of ['one', 'two', 'three']) outbox.send(saying(content));
        const running = outbox.run(stop.signal);
        await settled(outbox);
        stop.abort();
        await running;
        expect([...stored.values()].map(({ content }) => content)).toEqual(['one', 'two', 'three']);
        expect(outbox.store.get().map(({ status, id }) => [status, id])).toEqual([
          ['sent', 1],
          ['sent', 2],
          ['sent', 3],
        ]);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps what was written offline over a reload, and repeats an interrupted send with the same ids', async () => {
    const storage = memory();
    const seen: unknown[] = [];
    const stop = new AbortController();
    const hanging = scriptedCaller({
      sendMessage: ({ queue_id, local_id }) => {
        seen.push([queue_id, local_id]);
        stop.abort();
        throw new NoAnswerError('the page was closed');
      },
    });
    const before = new Outbox({ caller: hanging, queueId: () => 'queue 1', storage, backoff: AT_ONCE });
    const localId = before.send(saying('kept'));
    await before.run(stop.signal);
    expect(storage.kept).toMatchObject([{ localId, queueId: 'queue 1', message: saying('kept') }]);

    const end = new AbortController();
    const caller = scriptedCaller({
      sendMessage: ({ queue_id, local_id }) => {
        seen.push([queue_id, local_id]);
        return { id: 7 };
      },
    });
    const after = new Outbox({ caller, queueId: () => 'queue 2', storage, backoff: AT_ONCE });
    const running = after.run(end.signal);
    await turns();
    await settled(after);
    end.abort();
    await running;
    expect(seen).toEqual([
      ['queue 1', localId],
      ['queue 1', localId],
    ]);
    expect(after.store.get()).toMatchObject([{ status: 'sent', id: 7 }]);
  });

  it('keeps a refused message with its reason until it is sent again or discarded, and sends the others', async () => {
    const stop = new AbortController();
    const caller = scriptedCaller({
      sendMessage: ({ content }) => {
        if (content === 'too long') throw new ApiError(400, 'BAD_REQUEST', 'Message too long');
        return { id: 1 };
      },
    });
    const outbox = new Outbox({ caller, queueId: () => 'queue 1', backoff: AT_ONCE });
    const running = outbox.run(stop.signal);
    const refused = outbox.send(saying('too long'));
    outbox.send(saying('short'));
    await settled(outbox);
    expect(outbox.store.get()).toMatchObject([{ status: 'refused', reason: 'Message too long' }, { status: 'sent' }]);
    outbox.retry(refused, saying('shorter'));
    await settled(outbox);
    expect(outbox.store.get()[0]).toMatchObject({ status: 'sent', message: { content: 'shorter' } });
    expect(outbox.store.get()[0]).not.toHaveProperty('reason');
    outbox.discard(refused);
    expect(outbox.store.get()).toHaveLength(1);
    stop.abort();
    await running;
  });

  it('keeps a message waiting when the session has ended, and ends with the reason', async () => {
    for (const error of [new ApiError(401, 'UNAUTHORIZED', 'Not signed in'), new ApiError(403, 'CSRF_FAILED', 'Another token')]) {
      const storage = memory();
      const caller = scriptedCaller({
        sendMessage: () => {
          throw error;
        },
      });
      const outbox = new Outbox({ caller, queueId: () => 'queue 1', storage, backoff: AT_ONCE });
      outbox.send(saying('kept'));
      await expect(outbox.run(new AbortController().signal)).rejects.toBe(error);
      expect(outbox.store.get()).toMatchObject([{ status: 'waiting' }]);
      expect(storage.kept).toMatchObject([{ status: 'waiting', message: saying('kept') }]);
    }
  });

  it('sends without a storage that works, and says whether messages are kept', async () => {
    const refuse = async () => {
      throw new Error('QuotaExceededError');
    };
    let isFull = true;
    const storage = { load: refuse, save: () => (isFull ? refuse() : Promise.resolve()) };
    const outbox = new Outbox({ caller: scriptedCaller({ sendMessage: () => ({ id: 1 }) }), queueId: () => 'queue 1', storage });
    const stop = new AbortController();
    outbox.send(saying('one'));
    const running = outbox.run(stop.signal);
    await settled(outbox);
    expect(outbox.store.get()).toMatchObject([{ status: 'sent' }]);
    await turns();
    expect(outbox.isKept.get()).toBe(false);
    isFull = false;
    outbox.send(saying('two'));
    await settled(outbox);
    await turns();
    expect(outbox.isKept.get()).toBe(true);
    stop.abort();
    await running;
  });

  it('shows a message until its event arrives, by its local id or by its id', async () => {
    const outbox = new Outbox({ caller: scriptedCaller({}), queueId: () => undefined });
    const [one] = [outbox.send(saying('one')), outbox.send(saying('two'))];
    const arrived = (fields: object) => outbox.apply([{ type: 'message', id: 9, flags: [], message: { id: 5 }, ...fields } as never]);
    arrived({ local_message_id: one });
    expect(outbox.store.get().map(({ message }) => message.content)).toEqual(['two']);
    arrived({ local_message_id: 'of another client' });
    expect(outbox.store.get()).toHaveLength(1);
  });
});
