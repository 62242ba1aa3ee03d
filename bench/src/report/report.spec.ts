import { describe, expect, it } from '@jest/globals';
import { agreement, comparison } from './compare.js';
import { headOf } from './files.js';
import { plot } from './plot.js';
import type { Row } from './row.js';
import { amount, markdownOf, sectionsOf, textOf } from './sections.js';

const send: Row = {
  ...{
    name: 'send-100',
    unit: 'ms per operation',
    total: 5,
    by: { redis: 1, gateway: 4, another: 0 },
    spread: 0.04,
    p50: 3.25,
    p99: 12.5,
    perSecond: 250,
  },
  bare: { name: 'insert', total: 0.625, perSecond: 1_000 },
  ratio: 8,
};
const idle: Row = { name: 'idle', unit: 'ms per second', total: 12, by: { gateway: 12 } };
const failed: Row = { name: 'edit', error: 'PATCH /messages/7: 500 | oh\nno' };

describe('tables', () => {
  it('have a section for each unit, and only columns with values', () => {
    expect(textOf(sectionsOf([send, idle]))).toBe(
      [
        'Processor milliseconds per operation',
        'scenario  in all  gateway  redis  another  +-  p50 ms  p99 ms  per s  bare  bare per s  x bare',
        'send-100    5.00     4.00   1.00     0.00  4%    3.25    12.5    250  0.63        1000  8.00',
        '',
        'Processor milliseconds per second',
        'scenario  in all  gateway',
        'idle        12.0  12.0',
      ].join('\n'),
    );
  });

  it('name what failed', () => {
    expect(markdownOf(sectionsOf([failed]))).toBe(
      ['### Failed', '', '| scenario | reason |', '| --- | --- |', '| edit | PATCH /messages/7: 500 \\| oh no |'].join('\n'),
    );
  });

  it.each([
    [1234.4, '1234'],
    [99.94, '99.9'],
    [0.126, '0.13'],
    [-12.34, '-12.3'],
    [undefined, ''],
  ])('show three digits of %s', (value, text) => {
    expect(amount(value)).toBe(text);
  });
});

describe('the comparison with an earlier run', () => {
  it('has the rows that both runs have, and the processes that changed most', () => {
    const cheaper: Row = { ...send, total: 2.5, by: { redis: 1, gateway: 1.5, another: 0 }, ratio: 4 };
    expect(comparison([send, failed], [cheaper, idle, failed]).lines).toEqual([
      ['send-100', '5.00', '2.50 ms per operation', '-50%', '8.00', '4.00', 'gateway -2.50, redis 0.00'],
    ]);
  });
});

describe('the agreement of two runs', () => {
  const memory: Row = { name: 'memory', unit: 'MB', total: 500 };
  const dearer: Row = { ...idle, total: 24 };

  it('compares x bare where there is a bare program, and neither memory nor blocks of an event loop', () => {
    const block: Row = { name: 'block', unit: 'ms blocked', total: 5 };
    const slower: Row = { ...send, total: 10, ratio: 8.8 };
    expect(agreement([send, idle, memory, block], [slower, idle, { ...memory, total: 900 }, { ...block, total: 50 }])).toBe(
      '2 of 2 figures of processor time agree within 15 %.',
    );
  });

  it('names the figures that differ', () => {
    expect(agreement([send, idle, failed], [send, dearer, failed])).toBe(
      '1 of 2 figures of processor time agree within 15 %. The others: idle 100 %.',
    );
  });
});

describe('the plot', () => {
  it('draws a part for each process and a line for the bare program', () => {
    const svg = plot([send, idle, failed], 'A <title>');
    expect(svg.match(/<title>/g)).toHaveLength(2);
    expect(svg).toContain('<title>gateway 4.00 ms</title>');
    expect(svg).toContain('A &lt;title>');
    expect(svg).toContain('5.00 ms, 8.00 x bare');
    expect(svg.match(/<line /g)).toHaveLength(1);
  });
});

it('the head says when, what and where, and how busy the machine was', () => {
  const machine = { cpus: 2, model: 'Xeon', memoryGiB: 24, arch: 'x64', node: 'v20.20.2' };
  const run = { version: 1, at: '2026-11-23T00:20:00.000Z', seconds: 600, commit: 'abc', quick: false, rows: [] } as const;
  expect(headOf({ ...run, rows: [], machine, load: { others: 0.5, stolen: 0.01 } })).toBe(
    '2026-11-23 00:20 UTC, commit abc, 10 minutes. 2 cores (Xeon), 24 GiB, Node v20.20.2. Meanwhile other programs used 50 % of the processors, and the host took 1 %.',
  );
});
