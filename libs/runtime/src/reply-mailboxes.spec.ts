import { expect, it } from '@jest/globals';
import { localPartOf, type ReplyMailbox, readMailboxAddress } from '@parley/contracts/messaging';
import { baseConfig } from './config.js';
import { ReplyMailboxes } from './reply-mailboxes.js';

const [FIRST, SECOND] = ['a'.repeat(40), 'b'.repeat(40)];
const DAY_MS = 86_400_000;
const NOW = 20_000 * DAY_MS + 5;
const boxes = (secret: string, previous?: string) =>
  new ReplyMailboxes(
    baseConfig.parse({ NATS_URL: 'nats://x', PARLEY_CALLER_SECRET: secret, ...(previous && { PARLEY_CALLER_SECRET_PREVIOUS: previous }) }),
  );
const written = boxes(FIRST).localPartFor({ organizationId: 3, userId: 7 }, 9_000_000_001, NOW);

function isAccepted(localPart: string, { by = boxes(FIRST), at = NOW } = {}): boolean {
  const read = readMailboxAddress(localPart);
  return read?.mailbox.kind === 'reply' && by.isValid(read.mailbox, read.signature, at);
}

it('an address names the person and the message, for a week', () => {
  expect(readMailboxAddress(written)?.mailbox).toEqual({
    kind: 'reply',
    organizationId: 3,
    userId: 7,
    messageId: 9_000_000_001,
    lastDay: 20_007,
  });
  expect(isAccepted(written)).toBe(true);
  expect([isAccepted(written, { at: 20_008 * DAY_MS - 1 }), isAccepted(written, { at: 20_008 * DAY_MS })]).toEqual([true, false]);
});

it('an address is accepted while the secret is being replaced, and not afterwards', () => {
  expect([isAccepted(written, { by: boxes(SECOND, FIRST) }), isAccepted(written, { by: boxes(SECOND) })]).toEqual([true, false]);
});

it('an address of another person, message or day is refused', () => {
  const read = readMailboxAddress(written);
  const changes: Partial<ReplyMailbox>[] = [{ organizationId: 4 }, { userId: 8 }, { messageId: 1 }, { lastDay: 90_000 }];
  for (const change of changes) {
    const mailbox = { ...(read?.mailbox as ReplyMailbox), ...change };
    expect(isAccepted(localPartOf(mailbox, read?.signature ?? ''))).toBe(false);
  }
});
