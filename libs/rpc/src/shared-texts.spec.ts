import { describe, expect, it } from '@jest/globals';
import { RawJson } from './raw-json.js';
import { Replies, ReplyAssembly } from './reply.js';
import { Seals } from './seals.js';
import { digestOf, HeldTexts, type TextsByDigest } from './shared-texts.js';

const seals = () => new Seals({ PARLEY_CALLER_SECRET: 'c'.repeat(64) });
const people = (name: string, count = 300) =>
  RawJson.of(Array.from({ length: count }, (_, id) => ({ id, name: `${name} ${id}` }))).shared();

/** Sends the answer as a service would, and receives it as a caller that has these texts. */
function sent(answer: RawJson, held?: TextsByDigest) {
  const assembly = new ReplyAssembly(seals(), 'call', held);
  const messages = [...new Replies(seals()).ofAnswer('call', answer, held && new Set(held.keys()))];
  const outcome = messages.map((message) => assembly.add(message)).at(-1);
  if (outcome === 'incomplete' || outcome === 'stranger' || outcome === undefined) return { outcome };
  const bytes = messages.reduce((sum, { length }) => sum + length, 0);
  return { outcome: outcome.kind, text: outcome.text, bytes, shared: assembly.sharedTexts };
}

describe('a shared text', () => {
  const answer = () => RawJson.object({ own: 'é'.repeat(40_000), people: RawJson.concatenated([people('Ann'), people('Bob')]), last: [1] });

  it('arrives whole, and is only named in the next answer', () => {
    const first = sent(answer(), new Map());
    expect(String(first.text)).toBe(String(answer()));
    expect(first.shared?.size).toBe(2);
    const second = sent(answer(), first.shared);
    expect(String(second.text)).toBe(String(answer()));
    expect(Number(first.bytes) - Number(second.bytes)).toBeGreaterThan(people('Ann').size);
  });

  it('is passed on as the same text: a second process only names it too', () => {
    const first = sent(answer(), new Map()).text ?? RawJson.of({});
    const passedOn = RawJson.merged([RawJson.of({ result: 'success' }), first]);
    const received = sent(passedOn, new Map());
    const again = sent(passedOn, received.shared);
    expect(received.shared?.size).toBe(2);
    expect(String(again.text)).toBe(String(passedOn));
    expect(Number(again.bytes)).toBeLessThan(Number(received.bytes) / 1.1);
  });

  it('that changed is sent again', () => {
    const { shared } = sent(RawJson.object({ people: people('Ann') }), new Map());
    const changed = sent(RawJson.object({ people: people('Anna') }), shared);
    expect(String(changed.text)).toBe(String(RawJson.object({ people: people('Anna') })));
  });

  it('is sent as before to a caller that remembers none', () => {
    const plain = sent(answer());
    expect(String(plain.text)).toBe(String(answer()));
    expect(plain.shared?.size).toBe(0);
  });

  it('that is short is not shared', () => {
    expect(sent(RawJson.object({ people: people('Ann', 3) }), new Map()).shared?.size).toBe(0);
  });

  it('that was not offered makes the answer invalid', () => {
    const assembly = new ReplyAssembly(seals(), 'call', new Map());
    const { shared } = sent(RawJson.object({ people: people('Ann') }), new Map());
    const [message] = new Replies(seals()).ofAnswer('call', RawJson.object({ people: people('Ann') }), new Set(shared?.keys()));
    expect(assembly.add(message ?? Buffer.alloc(0))).toBe('stranger');
  });
});

describe('a caller', () => {
  const texts = (...names: string[]) =>
    new Map(
      names.map((name) => {
        const [, content = Buffer.alloc(0)] = people(name).pieces;
        return [digestOf(content)?.toString('hex') ?? '', content] as const;
      }),
    );

  it('offers the texts of earlier answers to the same call', () => {
    const held = new HeldTexts();
    expect(held.offer('register 1').size).toBe(0);
    held.received('register 1', texts('Ann'));
    held.received('register 1', texts('Bob'));
    expect([...held.offer('register 1').keys()]).toEqual([...texts('Ann', 'Bob').keys()]);
    expect(held.offer('register 2').size).toBe(0);
  });

  it('forgets texts that answers no longer contain', () => {
    const held = new HeldTexts();
    held.received('register 1', texts('Ann', 'Bob'));
    for (let answer = 0; answer < 40; answer += 1) held.received('register 1', texts('Bob'));
    expect([...held.offer('register 1').keys()]).toEqual([...texts('Bob').keys()]);
  });
});
