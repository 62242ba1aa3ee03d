import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { base32, bytesOfBase32 } from './base32.js';
import { localPartOf, type Mailbox, mailboxClaim, readMailboxAddress } from './mail-address.js';

const SIGNATURE = '00112233445566778899';
const id = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const mailbox: fc.Arbitrary<Mailbox> = fc.oneof(
  fc.record({ kind: fc.constant('channel' as const), organizationId: id, channelId: id, creatorId: id, senderId: id }),
  fc.record({
    kind: fc.constant('reply' as const),
    organizationId: id,
    userId: id,
    messageId: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    lastDay: fc.integer({ min: 0, max: 100_000 }),
  }),
);
const CHANNEL: Mailbox = { kind: 'channel', organizationId: 1, channelId: 2, creatorId: 3, senderId: 0 };

it('base32 has its inverse, and accepts no other spelling', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 255 })), (bytes) => expect(bytesOfBase32(base32(bytes))).toEqual(bytes)));
  expect([base32([255]), bytesOfBase32('74'), bytesOfBase32('75'), bytesOfBase32('7'), bytesOfBase32('!a')]).toEqual([
    '74',
    [255],
    undefined,
    undefined,
    undefined,
  ]);
});

describe('the address of a mailbox', () => {
  it('is read as it was written, in any case, with its options', () => {
    fc.assert(
      fc.property(mailbox, fc.string(), (made, name) => {
        const written = localPartOf(made, SIGNATURE, { name, options: ['show-sender', 'prefer-html'] });
        expect(written).toMatch(/^[a-z0-9.-]+$/);
        for (const text of [written, written.toUpperCase(), written.replaceAll('.', '+')]) {
          expect(readMailboxAddress(text)).toEqual({
            mailbox: made,
            signature: SIGNATURE,
            options: new Set(['show-sender', 'prefer-html']),
          });
        }
      }),
    );
  });

  it('has the name of the channel as far as an address can', () => {
    expect(localPartOf(CHANNEL, SIGNATURE, { name: 'Über uns & die Anderen' })).toMatch(/^ber-uns-die-anderen\.c/);
    expect(localPartOf(CHANNEL, SIGNATURE, { name: '日本' })).toMatch(/^c[a-z2-7]+$/);
    expect(localPartOf(CHANNEL, SIGNATURE, { name: 'c'.repeat(60) })).toMatch(/^c{20}\.c/);
  });

  it.each(['', 'info', 'postmaster', 'cabcdefghijklmnopqrstuvwxyz', `${'a'.repeat(300)}`, 'general.', '\0', 'c'.repeat(64)])(
    '%j is none',
    (text) => expect(readMailboxAddress(text)).toBeUndefined(),
  );

  it('has no ids that the database cannot have', () => {
    const reply = { kind: 'reply', organizationId: 1, userId: 2, messageId: 2 ** 40, lastDay: 9 } as const;
    const isRead = (made: Mailbox) => readMailboxAddress(localPartOf(made, SIGNATURE)) !== undefined;
    expect([isRead(CHANNEL), isRead(reply)]).toEqual([true, true]);
    const tooLarge = [
      ...(['organizationId', 'channelId', 'creatorId', 'senderId'] as const).map((name) => ({ ...CHANNEL, [name]: 2 ** 31 })),
      { ...reply, organizationId: 2 ** 31 },
      { ...reply, userId: 2 ** 31 },
    ];
    expect(tooLarge.map(isRead)).toEqual(tooLarge.map(() => false));
  });

  it('claims different things for different mailboxes', () => {
    fc.assert(
      fc.property(mailbox, mailbox, (a, b) => expect(mailboxClaim(a) === mailboxClaim(b)).toBe(JSON.stringify(a) === JSON.stringify(b))),
    );
  });
});
