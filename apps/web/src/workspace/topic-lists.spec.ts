import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@parley/client';
import type { ServerEvent } from '@parley/client-events';
import { TopicLists } from './topic-lists.js';

function opened(answers: readonly (readonly string[])[]) {
  const left = [...answers];
  let calls = 0;
  const call = async () => {
    calls += 1;
    return { topics: (left.shift() ?? []).map((name, place) => ({ name, max_id: 10 - place })) };
  };
  const lists = new TopicLists({ call } as Caller, new AbortController().signal);
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

  it('are loaded again after messages moved or were deleted, and not after edits', async () => {
    const { lists, calls, names } = opened([['birds'], ['dogs'], []]);
    lists.open(7);
    await settled();
    lists.apply([event({ type: 'update_message' })]);
    expect(calls()).toBe(1);
    lists.apply([event({ type: 'update_message', orig_subject: 'birds' })]);
    await settled();
    expect(names()).toEqual(['dogs']);
    lists.apply([event({ type: 'delete_message', message_id: 1 })]);
    await settled();
    expect(names()).toEqual([]);
  });
});
