import { describe, expect, it } from '@jest/globals';
import type { ReactionType } from '@parley/contracts/messaging';
import { clientEmojiTable } from './client-emoji-table.js';
import { checkEmoji, emojiNamed, isEmojiCode, type RealmEmojiFacts, requestedEmoji, resolveEmoji } from './requested-emoji.js';

const custom: readonly RealmEmojiFacts[] = [
  { id: 5, name: 'parrot', isDeactivated: true },
  { id: 6, name: 'parrot', isDeactivated: false },
  { id: 7, name: 'tada', isDeactivated: false },
  { id: 8, name: 'gone', isDeactivated: true },
  { id: 2764, name: 'year', isDeactivated: false },
];

describe('a name without code and type', () => {
  it.each<[string, ReactionType, string]>([
    ['parrot', 'realm_emoji', '6'],
    ['tada', 'realm_emoji', '7'],
    ['zulip', 'service_extra_emoji', 'zulip'],
    ['heart', 'unicode_emoji', '2764'],
    ['+1', 'unicode_emoji', '1f44d'],
  ])('%s is %s %s', (name, type, code) => {
    expect(emojiNamed(name, custom)).toEqual({ name, type, code });
  });

  it.each(['gone', 'no such emoji', '', 'TADA', '\0'])('%j is not an emoji', (name) => {
    expect(emojiNamed(name, custom)).toBeUndefined();
    expect(() => resolveEmoji({ name, code: undefined, type: undefined }, custom)).toThrow(`Emoji '${name}' does not exist`);
  });

  it('is the unicode emoji if the organization has no emoji with that name', () => {
    expect(emojiNamed('tada', [])).toEqual({ name: 'tada', type: 'unicode_emoji', code: '1f389' });
  });
});

describe('an emoji that is not on the message yet', () => {
  it.each<[ReactionType, string, string, string | null]>([
    ['unicode_emoji', '1f389', 'tada', null],
    ['unicode_emoji', '1f389', 'heart', 'Invalid emoji name.'],
    ['unicode_emoji', '1F389', 'tada', 'Invalid emoji code.'],
    ['unicode_emoji', 'zulip', 'zulip', 'Invalid emoji code.'],
    ['service_extra_emoji', 'zulip', 'zulip', null],
    ['service_extra_emoji', 'zulip', 'tada', 'Invalid emoji name.'],
    ['service_extra_emoji', '1f389', 'tada', 'Invalid emoji code.'],
    ['realm_emoji', '6', 'parrot', null],
    ['realm_emoji', '2764', 'year', null],
    ['realm_emoji', '6', 'tada', 'Invalid emoji name.'],
    ['realm_emoji', '9', 'parrot', 'Invalid custom emoji.'],
    ['realm_emoji', '06', 'parrot', 'Invalid custom emoji.'],
    ['realm_emoji', 'parrot', 'parrot', 'Invalid custom emoji.'],
    ['realm_emoji', '8', 'gone', 'This custom emoji has been deactivated.'],
    ['realm_emoji', '5', 'parrot', 'This custom emoji has been deactivated.'],
  ])('%s %s with the name %s', (type, code, name, msg) => {
    const check = () => checkEmoji({ type, code, name }, custom);
    if (msg === null) expect(check).not.toThrow();
    else expect(check).toThrow(msg);
  });
});

describe('each name in the table of stock clients', () => {
  const named = clientEmojiTable
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [code = '', ...names] = line.split(' ');
      return names.map((name) => ({ name, code, type: 'unicode_emoji' as const }));
    });

  it('is its emoji, and can be sent with its code', () => {
    expect(named).toHaveLength(2_877);
    expect(named.map(({ name }) => emojiNamed(name, []))).toEqual(named);
    for (const emoji of named) expect(() => checkEmoji(emoji, [])).not.toThrow();
  });
});

describe('an emoji in a request', () => {
  it('of the extra type is accepted in both spellings', () => {
    for (const reaction_type of ['service_extra_emoji', 'zulip_extra_emoji']) {
      expect(requestedEmoji({ reaction_type })).toMatchObject({ type: 'service_extra_emoji' });
    }
  });

  it('is rejected with an unknown type and with an invalid code', () => {
    expect(() => requestedEmoji({ reaction_type: 'emoji' })).toThrow('Invalid emoji type.');
    expect(() => requestedEmoji({ emoji_code: '1f389\0' })).toThrow('Invalid emoji code.');
  });

  it('may omit everything but its name', () => {
    expect(resolveEmoji({ name: 'heart', code: '2764', type: undefined }, custom)).toMatchObject({ type: 'unicode_emoji' });
    expect(resolveEmoji({ name: 'heart', code: undefined, type: 'realm_emoji' }, custom)).toMatchObject({
      code: '2764',
      type: 'realm_emoji',
    });
    expect(resolveEmoji({ name: 'whatever', code: '8', type: 'realm_emoji' }, custom)).toEqual({
      name: 'whatever',
      code: '8',
      type: 'realm_emoji',
    });
  });
});

describe('a code', () => {
  it.each<[string, ReactionType | undefined, boolean]>([
    ['1f389', undefined, true],
    ['2764', 'realm_emoji', true],
    ['8', 'realm_emoji', true],
    ['zulip', undefined, true],
    ['zulip', 'unicode_emoji', false],
    ['12345678', undefined, false],
  ])('%s of type %s exists: %s', (code, type, isOne) => {
    expect(isEmojiCode(code, type, custom)).toBe(isOne);
  });
});
