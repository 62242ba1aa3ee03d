import { expect, it } from '@jest/globals';
import { PortionTexts } from './portion-texts.js';

interface Text {
  readonly content: string;
}
const texts = (maxBytes = 100) => new PortionTexts<Text>({ maxBytes, bytesOf: ({ content }) => content.length });
const key = (portion: string, role = 400) => ({ portion, role });
const forOneRole = (content: string) => async () => ({ text: { content }, isForAllRoles: false });

it('makes a text once, also for calls at the same time', async () => {
  const kept = texts();
  let count = 0;
  const make = () => forOneRole(`text ${++count}`)();
  const all = await Promise.all([kept.get(key('a'), make), kept.get(key('a'), make), kept.get(key('a'), make)]);
  expect(all.map(({ content }) => content)).toEqual(['text 1', 'text 1', 'text 1']);
  await expect(kept.get(key('a'), make)).resolves.toBe(all[0]);
});

it('each role has its own text, unless it is the same for all', async () => {
  const kept = texts();
  await Promise.all([kept.get(key('a', 100), forOneRole('for owners')), kept.get(key('a', 400), forOneRole('for members'))]);
  expect([kept.find(key('a', 100)), kept.find(key('a', 400)), kept.find(key('a', 600))]).toEqual([
    { content: 'for owners' },
    { content: 'for members' },
    undefined,
  ]);
  await kept.get(key('b', 100), async () => ({ text: { content: 'for all' }, isForAllRoles: true }));
  expect(kept.find(key('b', 600))).toEqual({ content: 'for all' });
});

it('a call does not fail because another one failed', async () => {
  const kept = texts();
  const failing = kept.get(key('a'), () => Promise.reject(new Error('its deadline passed')));
  const other = kept.get(key('a'), forOneRole('whole'));
  await expect(failing).rejects.toThrow('its deadline');
  await expect(other).resolves.toEqual({ content: 'whole' });
  expect(kept.find(key('a'))).toEqual({ content: 'whole' });
});

it('keeps at most as many bytes as it may', async () => {
  const kept = texts(10);
  for (const portion of ['a', 'b', 'c']) await kept.get(key(portion), forOneRole('12345'));
  expect(['a', 'b', 'c'].map((portion) => kept.find(key(portion)) !== undefined)).toEqual([false, true, true]);
});
