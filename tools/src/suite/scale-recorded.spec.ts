import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { freePort } from '../supervise/free-port.js';
import { ClearError } from '../terminal/clear-error.js';
import { silentProgress } from '../terminal/progress.js';
import { Control } from './control.js';
import { scaleRecorded } from './scale-recorded.js';
import { removeRecord, writeRecord } from './suite-record.js';

const folders = new ScratchFolders();
let directory: string;
let control: Control | undefined;

beforeEach(() => {
  directory = folders.make('order');
});
afterEach(() => {
  control?.close();
  control = undefined;
});
afterAll(() => folders.remove());

const scale = (order: string) => scaleRecorded(directory, order, silentProgress);

describe('npm run scale', () => {
  it('passes the order to the supervisor and returns its answer', async () => {
    const orders: string[] = [];
    control = await Control.open(await freePort(), async (order) => {
      orders.push(order);
      return ['event-queue has 3 replicas now (before: 1).'];
    });
    writeRecord(directory, [], { control: control.address });
    expect(await scale('event-queue=3')).toEqual(['event-queue has 3 replicas now (before: 1).']);
    expect(orders).toEqual(['event-queue=3']);
  });

  it.each([
    ['', 'Name a service and a number, as in npm run scale -- event-queue=3.'],
    ['queue=3', 'There is no service "queue". The services are organization, channels,'],
    ['event-queue', 'event-queue needs a number from 1 to 16, as in event-queue=2.'],
    ['event-queue=0', 'event-queue needs a number from 1 to 16, as in event-queue=2.'],
    ['event-queue=17', 'event-queue needs a number from 1 to 16, as in event-queue=2.'],
    ['gateway=2,event-queue=-1', 'event-queue needs a number from 1 to 16, as in event-queue=2.'],
  ])('rejects "%s", whether something runs or not', async (order, sentence) => {
    await expect(scale(order)).rejects.toThrow(sentence);
  });

  it('fails with a clear sentence if nothing runs, and while the suite is starting', async () => {
    const notRunning = new ClearError('Parley is not running: start it with npm start.');
    await expect(scale('gateway=2')).rejects.toThrow(notRunning);
    writeRecord(directory, [], { supervisor: { pid: 999_999, began: 'x' } });
    await expect(scale('gateway=2')).rejects.toThrow(notRunning);
    writeRecord(directory, []);
    await expect(scale('gateway=2')).rejects.toThrow('Parley is still starting: try again when it is ready.');
    removeRecord(directory);
  });
});
