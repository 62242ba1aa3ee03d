import { generateSecret, generateURI, verifySync } from 'otplib';

const PERIOD_SECONDS = 30;

/** Time-based one-time passwords (RFC 6238) with what all authenticator apps know: SHA-1, six digits, 30 seconds. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** What the QR code for an authenticator app contains. */
export function totpUri(secret: string, { issuer, label }: { readonly issuer: string; readonly label: string }): string {
  return generateURI({ issuer, label, secret });
}

/** The time step of a code, if it is right now, or was or will be within one step: clocks differ, and people type slowly. Undefined: it is wrong. */
export function timeStepOf(secret: string, code: string, epoch = Math.floor(Date.now() / 1000)): number | undefined {
  const found = verifySync({ secret, token: code, epoch, epochTolerance: PERIOD_SECONDS });
  return found.valid ? Math.floor(epoch / PERIOD_SECONDS) + (found.delta ?? 0) : undefined;
}
