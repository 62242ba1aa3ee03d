import { expect, it } from '@jest/globals';
import { InTurn } from './in-turn.js';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

it('runs so many at once, lets so many wait in line, and sends the others away with 503', async () => {
  const inTurn = new InTurn(2, 1);
  const { open, opened } = gate();
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await opened;
    running -= 1;
  };
  const three = [inTurn.run(work), inTurn.run(work), inTurn.run(work)];
  await expect(inTurn.run(work)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
  expect(most).toBe(2);
  open();
  await Promise.all(three);
  expect(most).toBe(2);
  await inTurn.run(work);
});

it('goes on after work that failed', async () => {
  const inTurn = new InTurn(1, 1);
  await expect(inTurn.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await inTurn.run(async () => 'next')).toBe('next');
});
