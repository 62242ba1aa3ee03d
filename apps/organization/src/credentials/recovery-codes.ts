import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@parley/contracts/organization';

/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 20;
const GROUP = /.{5}(?=.)/g;

/** 99 random bits each, in groups that people can copy from paper. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
      .join('')
      .replaceAll(GROUP, '$&-'),
  );
}

/** A code cannot be guessed, so the digest needs no secret. Case, spaces and hyphens do not matter. Undefined: it is not a recovery code. */
export function digestOfRecoveryCode(code: string): Buffer | undefined {
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase();
  const isPossible = plain.length === LENGTH && [...plain].every((character) => ALPHABET.includes(character));
  return isPossible ? createHash('sha256').update(plain).digest() : undefined;
}
