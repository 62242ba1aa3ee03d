import { describe, expect, it } from '@jest/globals';
import { NEW_TOKEN, type TokenValues, tokenParams } from './token-choices.js';

const values: TokenValues = { ...NEW_TOKEN, name: ' Build server ', scopes: ['send', 'personal'] };

describe('what is asked for a token', () => {
  it('has its name, scopes and end', () =>
    expect(tokenParams({ ...values, days: 30 }, 1_000.7)).toEqual({
      name: 'Build server',
      scopes: ['send', 'personal'],
      expires_at: 1_000 + 30 * 86_400,
    }));

  it('has only scopes about channels, and no others, if it is limited to channels', () =>
    expect(tokenParams({ ...values, isLimited: true, channelIds: [7], days: null }, 0)).toEqual({
      name: 'Build server',
      scopes: ['send'],
      channel_ids: [7],
    }));

  it.each<Partial<TokenValues>>([
    { name: ' ' },
    { scopes: [] },
    { isLimited: true },
    { isLimited: true, channelIds: [7], scopes: ['personal'] },
  ])('is nothing while something is missing: %j', (missing) => expect(tokenParams({ ...values, ...missing }, 0)).toBeUndefined());
});
