import { expect, it } from '@jest/globals';
import { Admission } from './admission.js';

const PATIENT = { atOnce: 2, longestLine: 1, longestWaitMs: 60_000 };

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

it('runs so many at once, lets so many wait in line, and sends the others away with 503', async () => {
  const admission = new Admission(PATIENT, () => 0);
  const { open, opened } = gate();
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await opened;
    running -= 1;
  };
  const three = [admission.run(work), admission.run(work), admission.run(work)];
  await expect(admission.run(work)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
  expect([most, admission.waiting]).toEqual([2, 1]);
  open();
  await Promise.all(three);
  expect([most, admission.waiting]).toEqual([2, 0]);
  await admission.run(work);
});

it('lets nobody wait longer than somebody waits for the answer', async () => {
  const admission = new Admission({ atOnce: 1, longestLine: 5, longestWaitMs: 20 });
  const { open, opened } = gate();
  const first = admission.run(() => opened);
  await expect(admission.run(async () => 'late')).rejects.toMatchObject({ status: 503 });
  expect(admission.waiting).toBe(0);
  open();
  await first;
  expect(await admission.run(async () => 'in time')).toBe('in time');
});

it('goes on after work that failed', async () => {
  const admission = new Admission({ ...PATIENT, atOnce: 1 });
  await expect(admission.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await admission.run(async () => 'next')).toBe('next');
});

it('spreads those who come again over as long as serving all of them takes, at most half a minute', async () => {
  const latest = async (refused: number) => {
    const admission = new Admission({ atOnce: 1, longestLine: 0, longestWaitMs: 1_000 }, () => 0.999);
    const { open, opened } = gate();
    const first = admission.run(() => opened);
    let last = 0;
    for (let n = 0; n < refused; n += 1) {
      await admission
        .run(async () => undefined)
        .catch(({ retryAfterSeconds }) => {
          last = retryAfterSeconds;
        });
    }
    open();
    await first;
    return last;
  };
  expect([await latest(1), await latest(100), await latest(10_000)]).toEqual([2, 10, 30]);
});
