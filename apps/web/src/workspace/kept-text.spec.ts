import { beforeEach, describe, expect, it } from '@jest/globals';
import { destinationOfName } from './draft-records.js';
import { KeptText } from './kept-text.js';

let texts: Map<string, string>;
const field = (name = 'about') =>
  new KeptText(
    { of: (key) => texts.get(key) ?? '', keep: (key, text) => void (text === '' ? texts.delete(key) : texts.set(key, text)) },
    name,
  );

beforeEach(() => {
  texts = new Map();
});

describe('what is typed into a field', () => {
  it('is there again while the field has the value from which it began', () => {
    field().keep('a bird', '');
    expect(field().typedOver('')).toBe('a bird');
    expect(field().typedOver('a cat')).toBeUndefined();
    expect(field('name').typedOver('')).toBeUndefined();
  });

  it('may also be an empty text', () => {
    field().keep('', 'a cat');
    expect(field().typedOver('a cat')).toBe('');
  });

  it('is kept no longer when it is saved, or is the value again', () => {
    field().keep('a bird', '');
    field().end();
    field('name').keep('Ann', 'Bob');
    field('name').keep('Bob', 'Bob');
    expect(texts.size).toBe(0);
  });

  it('is no draft of a message', () => {
    field('/app/channel/9').keep('a bird', '');
    expect([...texts.keys()].map(destinationOfName)).toEqual([undefined]);
  });

  it.each(['', 'x', '7', '{"from":1,"text":"a"}'])('is nothing if the browser keeps %j', (kept) => {
    texts.set('field about', kept);
    expect(field().typedOver('')).toBeUndefined();
  });
});
