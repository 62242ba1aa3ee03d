import { describe, expect, it } from '@jest/globals';
import { packageOf, readProfile, summarizeProfile } from './summary.js';

it.each([
  ['../../../node_modules/@nats-io/nats-core/lib/util.js', '@nats-io/nats-core'],
  ['../../../node_modules/a/node_modules/pg/lib/client.js', 'pg'],
  ['../../../libs/rpc/src/seals.ts', 'libs/rpc'],
  ['../src/sending/send-message.ts', 'own sending'],
  ['../src/main.ts', 'own main'],
  ['/checkout/apps/gateway/dist/main.cjs', '(not in the map)'],
  ['node:internal/streams/writable', 'node:internal/streams/writable'],
])('the package of %s is %s', (source, name) => {
  expect(packageOf(source)).toBe(name);
});

describe('the summary of a profile', () => {
  const frame = (id: number, functionName: string, url: string) => ({
    id,
    callFrame: { functionName, url, lineNumber: 9, columnNumber: 0, scriptId: '1' },
    children: [],
  });
  const text = JSON.stringify({
    nodes: [
      frame(1, '(idle)', ''),
      frame(2, 'send', '../src/sending/a.ts'),
      frame(3, '(garbage collector)', ''),
      frame(4, 'writev', 'node:net'),
    ],
    startTime: 0,
    endTime: 5,
    samples: [1, 2, 2, 3, 4, 1],
    timeDeltas: [0, 7_000, 3_000, 3_000, 1_000, 3_000],
  });

  it('has self time by package and by function, without waiting', () => {
    const { ms, sections } = summarizeProfile('messaging', readProfile(text), (url, line) => ({ source: url, line }));
    const [packages, functions] = sections;
    expect(ms).toBe(10);
    expect(packages?.title).toBe('messaging, 10 ms: self time by package');
    expect(packages?.lines).toEqual([
      ['own sending', '60.0%', '6'],
      ['node:net', '30.0%', '3'],
      ['(garbage collector)', '10.0%', '1'],
    ]);
    expect(functions?.lines[0]).toEqual(['send src/sending/a.ts:10', '60.0%', '6']);
  });
});
