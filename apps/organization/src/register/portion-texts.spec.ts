import { expect, it } from '@jest/globals';
import { PortionTexts } from './portion-texts.js';

interface Text {
  readonly content: string;
}
const texts = (maxBytes = 100) => new PortionTexts<Text>({ maxBytes, bytesOf: ({ content }) => content.length });
const made = (content: string) => async () => ({ content });

it('makes a text once, also for calls at the same time', async () => {
  const kept = texts();
  let count = 0;
  const make = () => made(`text ${++count}`)();
  const all = await Promise.all([kept.get('a', make), kept.get('a', make), kept.get('a', make)]);
  expect(all.map(({ content }) => content)).toEqual(['text 1', 'text 1', 'text 1']);
  await expect(kept.get('a', make)).resolves.toBe(all[0]);
});

it('each key has its own text', async () => {
  const kept = texts();
  await Promise.all([kept.get('a', made('for owners')), kept.get('b', made('for members'))]);
  expect(['a', 'b', 'c'].map((key) => kept.find(key))).toEqual([{ content: 'for owners' }, { content: 'for members' }, undefined]);
});

it('a call does not fail because another one failed', async () => {
  const kept = texts();
  const failing = kept.get('a', () => Promise.reject(new Error('its deadline passed')));
  const other = kept.get('a', made('whole'));
  await expect(failing).rejects.toThrow('its deadline');
  await expect(other).resolves.toEqual({ content: 'whole' });
  expect(kept.find('a')).toEqual({ content: 'whole' });
});

it('keeps at most as many bytes as it may', async () => {
  const kept = texts(10);
  for (const portion of ['a', 'b', 'c']) await kept.get(portion, made('12345'));
  expect(['a', 'b', 'c'].map((portion) => kept.find(portion) !== undefined)).toEqual([false, true, true]);
});
