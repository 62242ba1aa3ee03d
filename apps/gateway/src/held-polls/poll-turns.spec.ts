import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Cell } from '../cells/cells.js';
import { type PollBatch, PollTurns, type WaitingPoll } from './poll-turns.js';

interface NamedPoll extends WaitingPoll {
  readonly name: string;
  waits: boolean;
}

const BATCH = 2;
let known: Record<string, readonly string[]>;
let turns: PollTurns<NamedPoll>;
let now: number;
let inProgress: PollBatch<NamedPoll>[];

beforeEach(() => {
  now = 0;
  inProgress = [];
  known = { first: ['a', 'b'] };
  turns = new PollTurns(
    BATCH,
    (cell) => known[cell ?? 'first'] ?? [],
    () => now,
  );
});

function add(name: string, to?: string, cell?: Cell, organizationId = 1): NamedPoll {
  const poll: NamedPoll = { name, request: { organizationId, cell }, waits: true };
  turns.add(poll, to);
  return poll;
}

/** The calls that are made now, as `process: polls`. */
function calls(): string[] {
  return begun().map(({ to, polls }) => `${to}: ${polls.map(({ name }) => name).join(' ')}`);
}

function begun(): PollBatch<NamedPoll>[] {
  const batches = turns.take();
  inProgress.push(...batches);
  return batches;
}

/** The oldest call to the process ends. */
function end(process: string | undefined, failed = false): void {
  const index = inProgress.findIndex(({ to }) => to === process);
  const [batch] = inProgress.splice(index, 1);
  if (index === -1 || batch === undefined) throw new Error(`no call to ${process}`);
  turns.done(batch, failed);
}

/** Calls to the process until it has as many polls as it may. */
function occupy(process: string, cell?: Cell): void {
  for (let n = 0; n < BATCH; n += 1) {
    add(`occupies-${n}`, process, cell);
    begun();
  }
}

describe('polls of one process', () => {
  it('fill calls', () => {
    for (const name of ['1', '2', '3']) add(name, 'a');
    expect(calls()).toEqual(['a: 1 2']);
    end('a');
    expect(calls()).toEqual(['a: 3']);
  });

  it('wait while it has the most calls, and those of another one do not', () => {
    occupy('a');
    add('waits', 'a');
    add('goes', 'b');
    expect(calls()).toEqual(['b: goes']);
    end('a');
    expect(calls()).toEqual(['a: waits']);
  });

  it('go to others when it is silent', () => {
    occupy('a');
    add('waits', 'a');
    expect(calls()).toEqual([]);
    known = { first: ['b'] };
    expect(calls()).toEqual(['b: waits']);
  });

  it('that ended meanwhile are not sent', () => {
    add('ended', 'a').waits = false;
    add('goes', 'b');
    expect(calls()).toEqual(['b: goes']);
  });

  it('take turns by organization', () => {
    occupy('a');
    for (let n = 0; n < 100; n += 1) add(`large-${n}`, 'a', undefined, 1);
    add('small', 'a', undefined, 2);
    const sent: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      end('a');
      sent.push(...begun().flatMap(({ polls }) => polls.map(({ name }) => name)));
    }
    expect(sent).toContain('small');
  });
});

describe('polls for any process', () => {
  it('go to the one with the fewest calls, so not to one that hangs', () => {
    occupy('a');
    add('1');
    expect(calls()).toEqual(['b: 1']);
  });

  it('are spread, also when no process has any', () => {
    for (const name of ['1', '2', '3', '4']) add(name);
    expect(
      calls()
        .map((call) => call.split(':')[0])
        .sort(),
    ).toEqual(['a', 'b']);
    const asked = new Set<string | undefined>();
    for (let n = 0; n < 4; n += 1) {
      for (const { to } of [...inProgress]) end(to);
      add('alone');
      asked.add(begun()[0]?.to);
    }
    expect(asked).toEqual(new Set(['a', 'b']));
  });

  it('do not go to a process whose call failed, and what waits for it goes to others', () => {
    known = { first: ['a', 'b', 'c'] };
    add('fails', 'a');
    add('runs', 'b');
    begun();
    end('a', true);
    add('waits', 'a');
    for (let n = 0; n < 3; n += 1) {
      add(`${n}`);
      expect(calls().filter((call) => call.startsWith('a'))).toEqual([]);
    }
    now += 2_000;
    for (const { to } of [...inProgress]) end(to);
    add('own', 'a');
    expect(calls().filter((call) => call.startsWith('a'))).toHaveLength(1);
  });

  it('go to a process that failed if all did', () => {
    for (const process of ['a', 'b']) {
      add('fails', process);
      begun();
      end(process, true);
    }
    add('1');
    expect(calls()).toEqual([expect.stringMatching(/^[ab]: 1$/)]);
  });

  it('that are repeated are sent after all others', () => {
    occupy('a');
    occupy('b');
    turns.addRepeated({ name: 'repeated', request: { organizationId: 1 }, waits: true });
    add('first-1');
    add('first-2');
    end('a');
    end('a');
    expect(calls()).toEqual(['a: first-1 first-2', 'a: repeated']);
  });

  it('wait while all processes have the most calls', () => {
    occupy('a');
    occupy('b');
    add('waits');
    expect(calls()).toEqual([]);
    end('b');
    expect(calls()).toEqual(['b: waits']);
  });

  it('take turns with those that a process must answer', () => {
    occupy('a');
    known = { first: ['a'] };
    for (const name of ['own-1', 'own-2', 'own-3', 'own-4']) add(name, 'a');
    for (const name of ['any-1', 'any-2']) add(name);
    const sent = [1, 2].flatMap(() => {
      end('a');
      return calls();
    });
    expect(sent.join()).toContain('any-1');
    expect(sent.join()).toContain('own-1');
  });

  it('are sent to any while no process is known, as many as to one', () => {
    known = {};
    for (const name of ['1', '2', '3']) add(name);
    expect(calls()).toEqual(['undefined: 1 2']);
    end(undefined);
    expect(calls()).toEqual(['undefined: 3']);
  });
});

it('a cell whose processes hang delays no other cell', () => {
  known = { first: ['a'], second: ['x'] };
  occupy('x', 'second');
  add('waits', undefined, 'second');
  add('goes');
  expect(calls()).toEqual(['a: goes']);
});
