import { expect, it } from '@jest/globals';
import { baseConfig } from './config.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.js';

const [FIRST, SECOND] = ['a'.repeat(40), 'b'.repeat(40)];
const tokensWith = (secret: string, previous?: string) =>
  new UnsubscribeTokens(
    baseConfig.parse({ NATS_URL: 'nats://x', PARLEY_CALLER_SECRET: secret, ...(previous && { PARLEY_CALLER_SECRET_PREVIOUS: previous }) }),
  );
const token = tokensWith(FIRST).tokenOf(3, 7, 'missed');

it('names the person and the kind of mails, only in its organization', () => {
  expect(tokensWith(FIRST).read(3, token)).toEqual({ userId: 7, kind: 'missed' });
  expect(tokensWith(FIRST).read(4, token)).toBeUndefined();
});

it('is accepted while the secret is being replaced, and not afterwards', () => {
  expect(tokensWith(SECOND, FIRST).read(3, token)).toEqual({ userId: 7, kind: 'missed' });
  expect(tokensWith(SECOND).read(3, token)).toBeUndefined();
});

it.each([token.replace('-7-', '-8-'), token.replace('missed', 'digest'), `${token}x`, token.slice(1), '', 'missed-7-', 'missed-7'])(
  'refuses %j',
  (changed) => {
    expect(tokensWith(FIRST).read(3, changed)).toBeUndefined();
  },
);
