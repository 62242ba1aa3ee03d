import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '@parley/client';
import type { Destination } from '../places/destination.js';
import { TypingNotices } from './typing-notices.js';

const topic: Destination = { kind: 'topic', channelId: 9, topic: 'birds' };
const direct: Destination = { kind: 'direct', userIds: [5] };

function begin(isOn = true) {
  const told: unknown[] = [];
  const call = (_: unknown, params: unknown) => {
    told.push(params);
    return Promise.reject(new Error('lost'));
  };
  const end = new AbortController();
  const notices = new TypingNotices(
    { call } as Caller,
    () => ({ repeatMs: 10_000, pauseMs: 5_000 }),
    () => isOn,
    end.signal,
  );
  return { told, notices, end };
}
const inTopic = (op: string) => ({ op, type: 'channel', stream_id: 9, topic: 'birds' });
const toOne = (op: string) => ({ op, type: 'direct', to: [5] });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('typing', () => {
  it('is told at the first key, again after a while, and ends after a pause', () => {
    const { told, notices } = begin();
    for (let second = 0; second < 11; second += 1) {
      notices.typed(topic);
      jest.advanceTimersByTime(1_000);
    }
    expect(told).toEqual([inTopic('start'), inTopic('start')]);
    jest.advanceTimersByTime(5_000);
    expect(told.slice(2)).toEqual([inTopic('stop')]);
    notices.stopped();
    expect(told).toHaveLength(3);
  });

  it('ends when the message is sent, and in one conversation when it begins in another', () => {
    const { told, notices } = begin();
    notices.typed(topic);
    notices.typed(direct);
    notices.stopped();
    expect(told).toEqual([inTopic('start'), inTopic('stop'), toOne('start'), toOne('stop')]);
  });

  it('is not told if the person does not want it, to oneself, without a topic, and after the page ended', () => {
    const silent = begin(false);
    silent.notices.typed(topic);
    silent.notices.stopped();
    const { told, notices, end } = begin();
    notices.typed({ kind: 'direct', userIds: [] });
    notices.typed({ kind: 'channel', channelId: 9 });
    notices.stopped();
    expect([silent.told, told]).toEqual([[], []]);
    notices.typed(topic);
    end.abort();
    jest.advanceTimersByTime(60_000);
    expect(told).toEqual([inTopic('start')]);
  });
});
