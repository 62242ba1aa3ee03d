import { createHash, randomInt } from 'node:crypto';
import { API_TOKEN, API_TOKEN_PREFIX } from '@parley/contracts/organization';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const RANDOM_LENGTH = 40;

/** The prefix, by which scanners recognize it, and 238 random bits. */
export function newApiToken(): string {
  return API_TOKEN_PREFIX + Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

export function isApiToken(key: string): boolean {
  return API_TOKEN.test(key);
}

/** A token cannot be guessed, so a plain digest cannot be reversed. It needs no secret of the installation. */
export function digestOfApiToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
