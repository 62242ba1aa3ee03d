import { describe, expect, it } from '@jest/globals';
import { emojiSetFor, reactionTypeFor } from './stock-clients.js';

describe('values that stock clients spell differently', () => {
  it.each(['ZulipMobile', 'zulip-js', 'ZulipPython', 'go-zulip', 'ZulipTerminal'])('are sent to %s in its spelling', (clientName) => {
    expect(emojiSetFor(clientName, 'set_a')).toBe('google');
    expect(reactionTypeFor(clientName, 'service_extra_emoji')).toBe('zulip_extra_emoji');
    expect(reactionTypeFor(clientName, 'unicode_emoji')).toBe('unicode_emoji');
  });
  it.each(['curl', 'website', 'Unspecified'])('are sent to %s in our spelling', (clientName) => {
    expect(emojiSetFor(clientName, 'set_a')).toBe('set_a');
    expect(reactionTypeFor(clientName, 'service_extra_emoji')).toBe('service_extra_emoji');
  });
});
