import { expect, it } from '@jest/globals';
import { loopRefusal } from './loop-refusal.js';

const code = (headers: Record<string, string>, isReply: boolean, hops = 1) =>
  loopRefusal({ headers: new Map(Object.entries(headers)), hops }, isReply, 'chat.example')?.responseCode;

it.each<[Record<string, string>, number | undefined, number | undefined]>([
  // Headers, to a channel, as an answer.
  [{}, undefined, undefined],
  [{ 'auto-submitted': 'no' }, undefined, undefined],
  [{ 'auto-submitted': 'auto-generated' }, undefined, 550],
  [{ 'auto-submitted': 'Auto-Replied (vacation)' }, 550, 550],
  [{ precedence: 'bulk' }, undefined, 550],
  [{ precedence: 'auto_reply' }, 550, 550],
  [{ 'list-id': '<list.example>' }, undefined, 550],
  [{ 'x-autoreply': 'yes' }, 550, 550],
  [{ 'x-parley-origin': 'Chat.Example' }, 554, 554],
  [{ 'x-parley-origin': 'other.example' }, undefined, undefined],
])('%j: to a channel %j, as an answer %j', (headers, toChannel, asAnswer) => {
  expect([code(headers, false), code(headers, true)]).toEqual([toChannel, asAnswer]);
});

it('a mail that was passed on 51 times is in a loop', () => {
  expect([code({}, false, 50), code({}, false, 51)]).toEqual([undefined, 554]);
});
