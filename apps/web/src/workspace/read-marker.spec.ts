import { describe, expect, it } from '@jest/globals';
import { ApiError, type Caller, NoAnswerError } from '@parley/client';
import { ReadMarker } from './read-marker.js';

function server(answers: readonly (Error | undefined)[] = []) {
  const calls: unknown[] = [];
  const left = [...answers];
  const call = async (_: unknown, params: unknown) => {
    calls.push(params);
    const answer = left.shift();
    if (answer !== undefined) throw answer;
    return { messages: [] };
  };
  return { calls, caller: { call } as Caller };
}

const read = (messages: readonly number[]) => ({ messages, op: 'add', flag: 'read' });

describe('what was read', () => {
  it('is told together, and each message once', async () => {
    const { calls, caller } = server();
    const marker = new ReadMarker(caller, new AbortController().signal);
    marker.note([1, 2]);
    marker.note([2, 3]);
    await marker.settled();
    marker.note([3]);
    await marker.settled();
    expect(calls).toEqual([read([1, 2, 3])]);
  });

  it('is told again until there is an answer, in order', async () => {
    const { calls, caller } = server([new NoAnswerError('no answer'), undefined, undefined]);
    const marker = new ReadMarker(caller, new AbortController().signal);
    marker.note([1]);
    const first = marker.settled();
    marker.note([2]);
    await Promise.all([first, marker.settled()]);
    expect(calls).toEqual([read([1]), read([1]), read([2])]);
  });

  it('is told again after it became unread, or after a refusal', async () => {
    const { calls, caller } = server([undefined, new ApiError(400, 'BAD_REQUEST', 'Invalid message(s)'), undefined]);
    const marker = new ReadMarker(caller, new AbortController().signal);
    for (let times = 0; times < 3; times += 1) {
      marker.note([1]);
      await marker.settled();
      if (times === 0) marker.forget([1]);
    }
    expect(calls).toEqual([read([1]), read([1]), read([1])]);
  });

  it('is not told after the end', async () => {
    const { calls, caller } = server();
    const end = new AbortController();
    const marker = new ReadMarker(caller, end.signal);
    end.abort();
    marker.note([1]);
    await marker.settled();
    expect(calls).toEqual([]);
  });
});
