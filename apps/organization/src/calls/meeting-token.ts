import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const LIFETIME_MS = 7 * 24 * 3600 * 1000;

const meeting = z.object({ id: z.string(), name: z.string(), voiceOnly: z.boolean() });
export type Meeting = z.infer<typeof meeting>;
const claimed = meeting.extend({ until: z.int() });

/**
 * The meeting of an address that anyone who has it can open for a week. Nothing is stored: the signature, whose text has its own prefix, is valid
 * for nothing else.
 */
export function meetingToken(secret: string, { id, name, voiceOnly }: Meeting, now = Date.now()): string {
  const claim = Buffer.from(JSON.stringify({ id, name, voiceOnly, until: now + LIFETIME_MS })).toString('base64url');
  return `${claim}.${signatureOf(secret, claim)}`;
}

/** Undefined if the token is forged or has expired. */
export function meetingIn(secret: string, token: string, now = Date.now()): Meeting | undefined {
  const [claim = '', signature = ''] = token.split('.', 2);
  const expected = Buffer.from(signatureOf(secret, claim));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { until, ...rest } = claimed.parse(JSON.parse(Buffer.from(claim, 'base64url').toString()));
  return now < until ? rest : undefined;
}

function signatureOf(secret: string, claim: string): string {
  return createHmac('sha256', secret).update(`bigbluebutton meeting\n${claim}`).digest('base64url');
}
