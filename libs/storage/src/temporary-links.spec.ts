import { expect, it } from '@jest/globals';
import { readTemporaryToken, temporaryToken } from './temporary-links.js';

const SECRET = 's'.repeat(32);
const FILE = { key: 'uploads/1/Ab3', name: 'kätze.png' };

it('a token is valid for its file for a minute', () => {
  const token = temporaryToken(SECRET, FILE, 1_000);
  expect(readTemporaryToken(SECRET, token, 60_999)).toEqual(FILE);
  expect(readTemporaryToken(SECRET, token, 61_000)).toBeUndefined();
});

it('a token that was changed, truncated or signed with another secret is invalid', () => {
  const [claim = '', signature = ''] = temporaryToken(SECRET, FILE, 1_000).split('.');
  const other = Buffer.from(JSON.stringify({ ...FILE, key: 'uploads/2/secret', until: 9e15 })).toString('base64url');
  for (const token of [`${other}.${signature}`, claim, `${claim}.`, '', '.', 'x', temporaryToken('t'.repeat(32), FILE, 1_000)]) {
    expect(readTemporaryToken(SECRET, token, 2_000)).toBeUndefined();
  }
});
