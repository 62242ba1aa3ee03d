import { describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { digestOfRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { totpCodeIn } from './second-factor-codes.js';
import { newTotpSecret, timeStepOf, totpUri } from './totp.js';

/** `12345678901234567890`, the secret of the examples of RFC 6238. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of authenticator apps', () => {
  it('are those of RFC 6238, shortened to six digits', () => {
    expect(timeStepOf(SECRET, '287082', 59)).toBe(1);
    expect(timeStepOf(SECRET, '081804', 1_111_111_109)).toBe(37_037_036);
    expect(timeStepOf(SECRET, '005924', 1_234_567_890)).toBe(41_152_263);
  });

  it('are right within one step of time, and name the step for which they were made', () => {
    const epoch = 1_795_500_014;
    const step = Math.floor(epoch / 30);
    const made = (steps: number) => generateSync({ secret: SECRET, epoch: epoch + steps * 30 });
    expect([-2, -1, 0, 1, 2].map((steps) => timeStepOf(SECRET, made(steps), epoch))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ]);
    for (const second of [0, 29]) {
      const at = step * 30 + second;
      expect(
        [-2, -1, 0, 1, 2].map((steps) => timeStepOf(SECRET, generateSync({ secret: SECRET, epoch: (step + steps) * 30 }), at)),
      ).toEqual([undefined, step - 1, step, step + 1, undefined]);
    }
    expect(timeStepOf(newTotpSecret(), made(0), epoch)).toBeUndefined();
  });

  it('are six digits, with or without spaces', () => {
    expect(['123456', ' 123 456 ', '12345', '1234567', '٣٤٥٦٧٨', '12345a', ''].map(totpCodeIn)).toEqual([
      '123456',
      '123456',
      ...Array(5).fill(undefined),
    ]);
  });

  it('are set up with a URI that names the organization and the person', () => {
    const uri = new URL(totpUri(SECRET, { issuer: 'A & B / ünï', label: 'ann+x@example.com' }));
    expect([
      uri.protocol,
      uri.host,
      decodeURIComponent(uri.pathname),
      uri.searchParams.get('issuer'),
      uri.searchParams.get('secret'),
    ]).toEqual(['otpauth:', 'totp', '/A & B / ünï:ann+x@example.com', 'A & B / ünï', SECRET]);
  });
});

describe('recovery codes', () => {
  it('are different, and recognized however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([a-hj-kmnp-z2-9]{5}-){3}[a-hj-kmnp-z2-9]{5}$/);
      const digest = digestOfRecoveryCode(code);
      expect(digest).toHaveLength(32);
      expect(digestOfRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toEqual(digest);
    }
    expect(['', codes[0]?.slice(1) ?? '', `${codes[0]}x`, 'o'.repeat(20)].map(digestOfRecoveryCode)).toEqual(Array(4).fill(undefined));
  });
});
