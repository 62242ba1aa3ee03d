import { describe, expect, it } from '@jest/globals';
import {
  emojiSetFor,
  failsOnUnknownTypes,
  homeViewFor,
  isStockClient,
  needsTopLevelSettings,
  reactionTypeFor,
  readsReactingUser,
  refusesUnknownFields,
  settingValueFor,
} from './stock-clients.js';

describe('values that stock clients spell differently', () => {
  it.each(['ZulipMobile', 'zulip-js', 'ZulipPython', 'go-zulip', 'ZulipTerminal', 'python-zulip-api', 'Flutter'])(
    'are sent to %s in its spelling',
    (clientName) => {
      expect(isStockClient(clientName)).toBe(true);
      expect(emojiSetFor(clientName, 'set_a')).toBe('google');
      expect(homeViewFor(clientName, 'recent')).toBe('recent_topics');
      expect(reactionTypeFor(clientName, 'service_extra_emoji')).toBe('zulip_extra_emoji');
    },
  );

  it.each(['curl', 'website', 'Unspecified', 'my-zulip'])('are sent to %s in our spelling', (clientName) => {
    expect(isStockClient(clientName)).toBe(false);
    expect(emojiSetFor(clientName, 'set_a')).toBe('set_a');
    expect(homeViewFor(clientName, 'recent')).toBe('recent');
    expect(reactionTypeFor(clientName, 'service_extra_emoji')).toBe('service_extra_emoji');
  });

  it('are sent unchanged if both spell them the same', () => {
    expect(reactionTypeFor('zulip', 'unicode_emoji')).toBe('unicode_emoji');
    expect(homeViewFor('zulip', 'inbox')).toBe('inbox');
    expect(emojiSetFor('zulip', 'text')).toBe('text');
  });

  it.each([
    ['emojiset', 'set_a', 'google'],
    ['web_home_view', 'recent', 'recent_topics'],
    ['twenty_four_hour_time', true, true],
    ['timezone', 'recent', 'recent'],
  ] as const)('setting %s: %s is %s', (name, value, shown) => {
    expect(settingValueFor('zulip', name, value)).toBe(shown);
  });
});

describe('clients that need special treatment', () => {
  it.each([
    ['Go-Zulip/1.0', [true, true, false, false]],
    ['ZulipTerminal/0.7', [false, false, true, true]],
    ['my go-zulip', [false, false, false, false]],
    ['my ZulipTerminal', [false, false, false, false]],
  ])('%s', (clientName, expected) => {
    const found = [refusesUnknownFields, failsOnUnknownTypes, readsReactingUser, needsTopLevelSettings].map((ask) => ask(clientName));
    expect(found).toEqual(expected);
  });
});
