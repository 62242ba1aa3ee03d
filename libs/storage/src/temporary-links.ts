import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const LIFETIME_MS = 60_000;

/** The file of a temporary link. */
export interface LinkedFile {
  /** Its storage key. */
  readonly key: string;
  readonly name: string;
}

const claimed = z.object({ key: z.string(), name: z.string(), until: z.int() });

/**
 * Signed part of a file URL that is valid for a minute, for anyone who has it. `secret` is shared by all processes of the installation; the
 * signed text has its own prefix, so that the signature is valid for nothing else.
 */
export function temporaryToken(secret: string, { key, name }: LinkedFile, now = Date.now()): string {
  const claim = Buffer.from(JSON.stringify({ key, name, until: now + LIFETIME_MS })).toString('base64url');
  return `${claim}.${signatureOf(secret, claim)}`;
}

/** The file of the token; undefined if it is forged or has expired. */
export function readTemporaryToken(secret: string, token: string, now = Date.now()): LinkedFile | undefined {
  const [claim = '', signature = ''] = token.split('.', 2);
  const expected = Buffer.from(signatureOf(secret, claim));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { key, name, until } = claimed.parse(JSON.parse(Buffer.from(claim, 'base64url').toString()));
  return now < until ? { key, name } : undefined;
}

function signatureOf(secret: string, claim: string): string {
  return createHmac('sha256', secret).update(`temporary file link\n${claim}`).digest('base64url');
}
