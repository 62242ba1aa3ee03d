import { beforeEach, describe, expect, it } from '@jest/globals';
import { type FanOutAlive, laneOf } from '@parley/contracts/event-queue';
import { FanOutProcesses, type PersonFilter } from './fan-out-processes.js';

const ORGANIZATIONS = [0, 1, 2, 3, 4, 5, 6, 7];
let now: number;
let processes: FanOutProcesses;
beforeEach(() => {
  now = 0;
  processes = new FanOutProcesses('gw', () => now);
});

const alive = (given: Partial<FanOutAlive> = {}) => repeatedBy(processes.onAlive({ ...A, ...given }));
const A: FanOutAlive = { process: 'a', partitions: 4, held: [0, 1], redisReturns: 0, sent: {} };
const repeatedBy = (filter: PersonFilter | undefined) => (filter === undefined ? [] : ORGANIZATIONS.filter((id) => filter(id, 1)));
const covered = () => ORGANIZATIONS.filter((id) => processes.covers(id, 1));

describe('polls must be repeated', () => {
  it('when a process is new, those of its partitions, and then no more while nothing is lost', () => {
    expect(alive()).toEqual([0, 1, 4, 5]);
    expect(alive()).toEqual([]);
    expect(repeatedBy(processes.onWokenBy('a', 1))).toEqual([]);
    expect(repeatedBy(processes.onWokenBy('a', 2))).toEqual([]);
    expect(alive({ sent: { gw: 2, other: 9 } })).toEqual([]);
  });

  it('after a gap between two wake-ups, once', () => {
    alive({ sent: { gw: 4 } });
    expect(repeatedBy(processes.onWokenBy('a', 5))).toEqual([]);
    expect(repeatedBy(processes.onWokenBy('a', 7))).toEqual([0, 1, 4, 5]);
    expect(repeatedBy(processes.onWokenBy('a', 8))).toEqual([]);
    expect(alive({ sent: { gw: 8 } })).toEqual([]);
  });

  it('when a heartbeat names a wake-up that did not arrive, also of partitions that the process has left since', () => {
    alive();
    expect(alive({ held: [0], sent: { gw: 1 } })).toEqual([0, 1, 4, 5]);
    expect(alive({ held: [0], sent: { gw: 1 } })).toEqual([]);
    // It arrives late.
    expect(repeatedBy(processes.onWokenBy('a', 1))).toEqual([]);
  });

  it('when a process takes partitions, those of the new ones; not when it leaves some', () => {
    alive();
    expect(alive({ held: [0, 1, 3] })).toEqual([3, 7]);
    expect(alive({ held: [3] })).toEqual([]);
    expect(covered()).toEqual([3, 7]);
  });

  it('when the number of partitions changes', () => {
    alive();
    expect(alive({ partitions: 8, held: [0, 7] })).toEqual([0, 7]);
  });

  it('all of them, when Redis was away', () => {
    alive();
    expect(alive({ redisReturns: 1 })).toEqual(ORGANIZATIONS);
    expect(alive({ redisReturns: 1 })).toEqual([]);
  });

  it('when a process was silent for three seconds, once, and it no longer covers them', () => {
    alive();
    alive({ process: 'b', held: [2] });
    now = 2_999;
    expect(repeatedBy(processes.check())).toEqual([]);
    alive({ process: 'b', held: [2] });
    now = 3_000;
    expect(repeatedBy(processes.check())).toEqual([0, 1, 4, 5]);
    expect(repeatedBy(processes.check())).toEqual([]);
    expect(covered()).toEqual([2, 6]);
    expect(alive()).toEqual([0, 1, 4, 5]);
  });
});

describe('the polls of an organization with several lanes', () => {
  const PEOPLE = Array.from({ length: 40 }, (_, n) => n + 1);
  const inLane = (...numbers: number[]) => PEOPLE.filter((user) => numbers.some((number) => laneOf(6, 4, user) === `6:4.${number}`));
  const repeated = (filter: PersonFilter | undefined) => (filter === undefined ? [] : PEOPLE.filter((user) => filter(6, user)));
  const hear = (process: string, ...lanes: string[]) => repeated(processes.onAlive({ ...A, process, held: [0], lanes }));

  it('are covered by the processes of their lanes, not by that of the partition', () => {
    processes.onAlive({ ...A, held: [2] });
    expect(PEOPLE.every((user) => processes.covers(6, user))).toBe(true);
    hear('b', '6:4.0', '6:4.1');
    expect(PEOPLE.filter((user) => processes.covers(6, user))).toEqual(inLane(0, 1));
    hear('c', '6:4.2', '6:4.3');
    expect(PEOPLE.every((user) => processes.covers(6, user))).toBe(true);
    // The number changes: a queue may be in a lane of either.
    hear('c', '6:4.2', '6:4.3', '6:2.1');
    expect(PEOPLE.filter((user) => processes.covers(6, user))).toEqual(PEOPLE.filter((user) => laneOf(6, 2, user) === '6:2.1'));
  });

  it('are repeated when a process has new lanes, loses a wake-up or is silent: only those of its lanes', () => {
    expect(hear('b', '6:4.0')).toEqual(inLane(0));
    expect(hear('b', '6:4.0')).toEqual([]);
    expect(hear('b', '6:4.0', '6:4.2')).toEqual(inLane(2));
    expect(repeated(processes.onWokenBy('b', 3))).toEqual(inLane(0, 2));
    now = 3_000;
    hear('c', '6:4.1');
    expect(repeated(processes.check())).toEqual(inLane(0, 2));
    expect(PEOPLE.filter((user) => processes.covers(6, user))).toEqual(inLane(1));
  });
});

it('a heartbeat of a process that has sent nothing here recently names no number, which is no gap', () => {
  alive({ sent: { gw: 5 } });
  expect(alive({ sent: {} })).toEqual([]);
  expect(repeatedBy(processes.onWokenBy('a', 6))).toEqual([]);
});

it('wake-ups of earlier releases, and of unknown processes, have no numbers to compare', () => {
  expect(repeatedBy(processes.onWokenBy(undefined, undefined))).toEqual([]);
  expect(repeatedBy(processes.onWokenBy('a', 9))).toEqual([]);
  expect(covered()).toEqual([]);
});
