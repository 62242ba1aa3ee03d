import type { PayloadOf } from '@parley/contracts';
import type { messageSent } from '@parley/contracts/messaging';

/** A message that was sent, as its event tells. */
export type SentMessage = PayloadOf<typeof messageSent>;
