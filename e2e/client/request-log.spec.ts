import { expect, it } from '@jest/globals';
import { RequestLog } from './request-log.js';

it('refusals are answers; failures are no answer, "too many", "internal error", and "not now" unless it is the deadline of a call', () => {
  const log = new RequestLog();
  log.note('GET /answered', 200, '', 1);
  log.note('GET /refused', 400, 'Invalid channel', 1);
  log.note('GET /broken-off', 0, 'socket hang up', 1);
  log.note('GET /limited', 429, 'slow down', 1);
  log.note('GET /faulty', 500, 'Internal error', 1);
  log.note('GET /stopping', 503, 'not now', 20);
  log.note('GET /overloaded', 503, 'not now', 5_000);
  log.note('GET /faulty-late', 500, 'Internal error', 5_000);
  expect(log.answered).toBe(2);
  expect(log.failed.map((line) => line.split(' ')[2])).toEqual(['/broken-off:', '/limited:', '/faulty:', '/stopping:', '/faulty-late:']);
  expect(log.tooSlow.map((line) => line.split(' ')[2])).toEqual(['/overloaded:']);
});

it('every "not now" is one of an overloaded machine, if that is asked for', () => {
  const log = new RequestLog(0);
  log.note('GET /at-once', 503, 'not now', 1);
  log.note('GET /faulty', 500, 'Internal error', 1);
  expect(log.tooSlow.map((line) => line.split(' ')[2])).toEqual(['/at-once:']);
  expect(log.failed.map((line) => line.split(' ')[2])).toEqual(['/faulty:']);
});
