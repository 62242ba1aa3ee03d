import { beforeEach, describe, expect, it } from '@jest/globals';
import { Choices } from './choices.js';

const turns = () => new Promise((resolve) => setTimeout(resolve, 0));

let server: Map<string, boolean>;
let sent: string[];
let answers: { readonly accept: () => void; readonly refuse: (error: Error) => void }[];
let choices: Choices<string, boolean>;
const shown = (name: string) => choices.shown(name, server.get(name) ?? false);
const answer = async (place: number, error?: Error) => {
  if (error === undefined) answers[place]?.accept();
  else answers[place]?.refuse(error);
  await turns();
};
const event = (name: string, value: boolean) => {
  server.set(name, value);
  choices.settle();
};

beforeEach(() => {
  server = new Map();
  sent = [];
  answers = [];
  choices = new Choices({
    current: (name) => server.get(name) ?? false,
    send: (name, value) => {
      sent.push(`${name} ${value}`);
      return new Promise<void>((accept, refuse) => answers.push({ accept, refuse }));
    },
    lateMs: 5,
  });
});

describe('a choice', () => {
  it('is shown at once, and until its event arrives', async () => {
    choices.choose('a', true);
    expect([shown('a'), shown('b')]).toEqual([true, false]);
    await turns();
    await answer(0);
    expect([shown('a'), choices.store.get().isDone]).toEqual([true, true]);
    event('a', true);
    event('a', false);
    expect(shown('a')).toBe(false);
  });

  it('is the value of the server again if it is refused, with the reason', async () => {
    choices.choose('a', true);
    await turns();
    await answer(0, new Error('no'));
    expect([shown('a'), choices.store.get().error, choices.store.get().isDone]).toEqual([false, new Error('no'), false]);
  });

  it('is sent after the one before, so that the last one wins', async () => {
    choices.choose('a', true);
    choices.choose('b', true);
    choices.choose('a', false);
    await turns();
    expect(sent).toEqual(['a true']);
    await answer(0);
    event('a', true);
    expect([shown('a'), shown('b')]).toEqual([false, true]);
    await answer(1);
    await answer(2);
    expect(sent).toEqual(['a true', 'b true', 'a false']);
    event('a', false);
    expect([shown('a'), choices.store.get().isDone]).toEqual([false, true]);
  });

  it('that is refused does not take back a later one', async () => {
    choices.choose('a', true);
    choices.choose('a', false);
    await turns();
    server.set('a', true);
    await answer(0, new Error('no'));
    expect(shown('a')).toBe(false);
    await answer(1);
    event('a', false);
    expect(shown('a')).toBe(false);
  });

  it('is not shown for ever if somebody else undid it before its event was seen', async () => {
    choices.choose('a', true);
    await turns();
    await answer(0);
    await new Promise((resolve) => {
      const end = choices.store.subscribe(() => {
        end();
        resolve(undefined);
      });
    });
    expect(shown('a')).toBe(false);
  });
});
