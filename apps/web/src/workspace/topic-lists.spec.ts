import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@parley/client';
import type { ServerEvent } from '@parley/client-events';
import { TopicLists } from './topic-lists.js';

function opened(answers: readonly (readonly string[])[], before: () => Promise<void> = async () => undefined) {
  const left = [...answers];
  let calls = 0;
  const call = async () => {
    calls += 1;
    const topics = (left.shift() ?? []).map((name, place) => ({ name, max_id: 10 - place }));
    await before();
    return { topics };
  };
  const lists = new TopicLists({ call } as Caller, new AbortController().signal, 0);
  return {
    lists,
    calls: () => calls,
    names: () =>
      lists.store
        .get()
        .get(7)
        ?.map(({ name }) => name),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const event = (fields: object) => fields as ServerEvent;

describe('the topics of a channel', () => {
  it('are loaded once, and begin with the one that got a message', async () => {
    const { lists, calls, names } = opened([['birds', 'cats']]);
    lists.open(7);
    lists.open(7);
    await settled();
    expect(names()).toEqual(['birds', 'cats']);
    lists.apply([event({ type: 'message', message: { stream_id: 7, subject: 'Cats', id: 20 } })]);
    lists.apply([event({ type: 'message', message: { stream_id: 8, subject: 'elsewhere', id: 21 } })]);
    expect(names()).toEqual(['Cats', 'birds']);
    expect(calls()).toBe(1);
    expect(lists.store.get().has(8)).toBe(false);
  });

  it('are loaded again after messages moved or were deleted there, once for many events, and not after edits', async () => {
    const { lists, calls, names } = opened([['birds'], ['dogs'], []]);
    lists.open(7);
    await settled();
    lists.apply([event({ type: 'update_message', stream_id: 7 }), event({ type: 'delete_message', stream_id: 8 })]);
    lists.apply([event({ type: 'update_message', stream_id: 8, orig_subject: 'birds' }), event({ type: 'delete_message' })]);
    await settled();
    expect(calls()).toBe(1);
    const move = event({ type: 'update_message', stream_id: 8, new_stream_id: 7, orig_subject: 'birds' });
    for (let moved = 0; moved < 50; moved += 1) lists.apply([move, move]);
    lists.reload();
    await settled();
    expect([calls(), names()]).toEqual([2, ['dogs']]);
    lists.apply([event({ type: 'delete_message', stream_id: 7, message_id: 1 })]);
    await settled();
    expect([calls(), names()]).toEqual([3, []]);
  });

  it('keep what happens while they are loaded, and are loaded once more after a move meanwhile', async () => {
    const waiting: (() => void)[] = [];
    const { lists, calls, names } = opened([['birds'], ['cats']], () => new Promise((resolve) => waiting.push(resolve)));
    lists.open(7);
    lists.apply([event({ type: 'message', message: { stream_id: 7, subject: 'fish', id: 20 } })]);
    lists.apply([event({ type: 'message', message: { stream_id: 7, subject: 'Birds', id: 5 } })]);
    lists.apply([event({ type: 'update_message', stream_id: 7, orig_subject: 'birds' })]);
    await settled();
    expect(calls()).toBe(1);
    waiting.shift()?.();
    await settled();
    expect(names()).toEqual(['fish', 'birds']);
    await settled();
    expect(calls()).toBe(2);
    waiting.shift()?.();
    await settled();
    expect(names()).toEqual(['cats']);
  });
});
