import { randomBytes } from 'node:crypto';

const BYTES = 15;

/** A random password: 120 bits in 20 characters without quotes or spaces. */
export function newPassword(): string {
  return randomBytes(BYTES).toString('base64url');
}
