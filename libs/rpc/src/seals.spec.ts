import { describe, expect, it } from '@jest/globals';
import { Seals } from './seals.js';

const OLD = 'the older secret of this installation, 32 or more';
const NEW = 'the newer secret of this installation, 32 or more';
const sealsOf = (current: string, previous?: string) =>
  new Seals({ PARLEY_CALLER_SECRET: current, PARLEY_CALLER_SECRET_PREVIOUS: previous });
const text = Buffer.from('a text that is not for everyone');

describe('a sealed message', () => {
  const sender = sealsOf(NEW);
  const receiver = sealsOf(NEW);

  it('opens in another process of the installation, with the id that the sender got', () => {
    const { id, bytes } = sender.seal('here', [text.subarray(0, 5), text.subarray(5)]);
    expect(receiver.open('here', bytes)).toEqual({ id, text });
  });

  it('may be empty', () => {
    expect(receiver.open('here', sender.seal('here', []).bytes)?.text).toEqual(Buffer.alloc(0));
  });

  it('opens if it was sealed with the documented format, so that processes of two releases understand each other', () => {
    // Calculated without this code: version, id of the secret, session, number, tag, text.
    const recorded = [
      '01',
      'ab4afaed',
      '000102030405060708090a0b0c0d0e0f',
      '0000000000000001',
      '1b7972265e14bf43d61aa980df14229f',
      'bd940f36ff',
    ];
    expect(String(receiver.open('here', Buffer.from(recorded.join(''), 'hex'))?.text)).toBe('hello');
  });

  it('reveals nothing of its text, and looks different each time', () => {
    const [first, second] = [sender.seal('here', [text]), sender.seal('here', [text])];
    expect(Buffer.from(first.bytes).includes(text.subarray(0, 6))).toBe(false);
    expect(first.bytes).not.toEqual(second.bytes);
    expect(first.id).not.toBe(second.id);
  });

  it('does not open in another place, with another secret, or if it is truncated', () => {
    const { bytes } = sender.seal('here', [text]);
    expect(receiver.open('there', bytes)).toBeUndefined();
    expect(sealsOf(OLD).open('here', bytes)).toBeUndefined();
    for (const length of [0, 1, 44, bytes.length - 1]) expect(receiver.open('here', bytes.subarray(0, length))).toBeUndefined();
  });

  it('does not open if any of its bytes was changed', () => {
    const { bytes } = sender.seal('here', [text]);
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect([place, receiver.open('here', changed)]).toEqual([place, undefined]);
    }
  });
});

describe('a session', () => {
  it('numbers its messages beyond 32 bits, each differently', () => {
    const sender = sealsOf(NEW);
    Reflect.set(sender, 'number', 2 ** 32 - 2);
    const sent = Array.from({ length: 3 }, () => sender.seal('here', [text]));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
    const numbers = sent.map(({ bytes }) => Buffer.from(bytes).readBigUInt64BE(21));
    expect(numbers).toEqual([2n ** 32n - 1n, 2n ** 32n, 2n ** 32n + 1n]);
    for (const { id, bytes } of sent) expect(sealsOf(NEW).open('here', bytes)).toEqual({ id, text });
  });

  it('is remembered for the newest 4,096 senders, and only if a message of it is genuine', () => {
    const receiver = sealsOf(NEW);
    const remembered = () => (Reflect.get(receiver, 'sessionKeys') as Map<string, Buffer>).size;
    const { bytes: forged } = sealsOf(NEW).seal('there', [text]);
    expect(receiver.open('here', forged)).toBeUndefined();
    expect(remembered()).toBe(0);
    const first = sealsOf(NEW);
    for (const sender of [first, ...Array.from({ length: 4_096 }, () => sealsOf(NEW))]) {
      expect(receiver.open('here', sender.seal('here', [text]).bytes)?.text).toEqual(text);
    }
    expect(remembered()).toBe(4_096);
    expect(receiver.open('here', first.seal('here', [text]).bytes)?.text).toEqual(text);
    expect(remembered()).toBe(4_096);
  });
});

describe('a secret that is being replaced', () => {
  it('opens messages sealed with the older and with the newer one, in both directions', () => {
    // The procedure in docs/operations.md: every process knows both before any process uses the newer one.
    const before = sealsOf(OLD, NEW);
    const after = sealsOf(NEW, OLD);
    expect(after.open('here', before.seal('here', [text]).bytes)?.text).toEqual(text);
    expect(before.open('here', after.seal('here', [text]).bytes)?.text).toEqual(text);
    expect(after.open('here', sealsOf(OLD).seal('here', [text]).bytes)?.text).toEqual(text);
  });

  it('is not accepted any more once it is removed', () => {
    expect(sealsOf(NEW).open('here', sealsOf(OLD, NEW).seal('here', [text]).bytes)).toBeUndefined();
  });
});
