import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type TestNats, testNats } from '@parley/testing';

let here: TestNats;
let there: TestNats;
beforeEach(async () => {
  [here, there] = [await testNats(), await testNats()];
});
afterEach(() => Promise.all([here.close(), there.close()]));

/** Resolves with the texts that arrive at a subject, as soon as there are so many. */
async function listen({ link }: TestNats, subject: string, count: number): Promise<() => Promise<string[]>> {
  const texts: string[] = [];
  const all = new Promise<string[]>((resolve) => {
    link.connection.subscribe(subject, {
      callback: (_, message) => {
        if (texts.push(message.string()) === count) resolve(texts);
      },
    });
  });
  await link.connection.flush();
  return () => all;
}

it('what is published in one turn arrives in its order', async () => {
  const arrived = await listen(there, here.link.subject('turns.order'), 3);
  for (const text of ['one', 'two', 'three']) here.link.publish(here.link.subject('turns.order'), Buffer.from(text));
  expect(await arrived()).toEqual(['one', 'two', 'three']);
});

it('what is published right before the connection is closed is sent', async () => {
  const arrived = await listen(there, here.link.subject('turns.close'), 1);
  here.link.publish(here.link.subject('turns.close'), Buffer.from('last words'));
  await here.link.close();
  expect(await arrived()).toEqual(['last words']);
});

it('refuses at once what can never be sent', async () => {
  const tooLarge = Buffer.alloc((here.link.connection.info?.max_payload ?? 0) + 1);
  expect(() => here.link.publish(here.link.subject('turns.large'), tooLarge)).toThrow(/max_payload/);
  await here.link.close();
  expect(() => here.link.publish(here.link.subject('turns.closed'), Buffer.from('too late'))).toThrow(/closed/);
});
