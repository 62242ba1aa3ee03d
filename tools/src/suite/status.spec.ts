import { spawn } from 'node:child_process';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { identityOf, signalProcess } from '../supervise/process-identity.js';
import { statusLines, statusOf } from './status.js';
import { writeRecord } from './suite-record.js';

const folders = new ScratchFolders();
afterAll(() => folders.remove());

/** An address without a listener. */
const silent = 'http://127.0.0.1:1';

describe('the status', () => {
  it('contains the management pages of each service, and no passwords', async () => {
    const directory = folders.make('status');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    const identity = identityOf(child.pid ?? 0);
    if (!identity) throw new Error('the process did not start');
    const record = (name: string, url: string) =>
      ({ name, identity, isGiven: false, url, readyUrl: `${silent}/health/ready`, stopSignal: 'SIGTERM' }) as const;
    try {
      writeRecord(
        directory,
        [
          record('redis', 'redis://:secret@127.0.0.1:1'),
          record('invitations-2', silent),
          record('gateway-1', 'http://127.0.0.1:9991'),
          record('balancer', silent),
        ],
        { supervisor: identity },
      );
      const { pid } = identity;
      expect(await statusOf(directory)).toEqual([
        { name: 'redis', pid, healthy: false, url: 'redis://127.0.0.1:1' },
        { name: 'invitations-2', pid, healthy: false, url: silent, metricsUrl: `${silent}/metrics`, jobBoardUrl: `${silent}/jobs` },
        { name: 'gateway-1', pid, healthy: false, url: 'http://127.0.0.1:9991', metricsUrl: `${silent}/metrics` },
        { name: 'balancer', pid, healthy: false, url: silent },
      ]);
    } finally {
      signalProcess(identity, 'SIGKILL');
    }
  });

  it('is one line for each process', () => {
    const pages = { metricsUrl: `${silent}/metrics`, jobBoardUrl: `${silent}/jobs` };
    expect(
      statusLines([
        { name: 'invitations-1', pid: 42, healthy: true, url: silent, ...pages },
        { name: 'redis', pid: null, healthy: false, url: 'redis://127.0.0.1:1' },
      ]),
    ).toEqual([
      'invitations-1          42  healthy    http://127.0.0.1:1   http://127.0.0.1:1/metrics  http://127.0.0.1:1/jobs',
      'redis                   -  unhealthy  redis://127.0.0.1:1',
    ]);
  });
});
