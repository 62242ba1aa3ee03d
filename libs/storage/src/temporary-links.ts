import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const LIFETIME_MS = 60_000;

/** The file that an address leads to. */
export interface LinkedFile {
  /** In the storage. */
  readonly key: string;
  readonly name: string;
}

const claimed = z.object({ key: z.string(), name: z.string(), until: z.int() });

/**
 * Part of an address of a file that works for a minute, for whoever has it. `secret` is what all processes of the installation share; what is
 * signed here cannot be mistaken for anything else that is signed with it.
 */
export function temporaryToken(secret: string, { key, name }: LinkedFile, now = Date.now()): string {
  const claim = Buffer.from(JSON.stringify({ key, name, until: now + LIFETIME_MS })).toString('base64url');
  return `${claim}.${signatureOf(secret, claim)}`;
}

/** The file the token was made for; undefined where it is forged or over. */
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
