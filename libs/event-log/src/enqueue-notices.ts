import { randomUUID } from 'node:crypto';
import { type Notice, sendNotice } from '@parley/contracts/messaging';
import type { ChangeLog } from './event-log.js';

/** Sends the notices as messages of the notification bot, in order, each once. */
export function enqueueNotices(log: ChangeLog, organizationId: number, notices: readonly Notice[]): void {
  for (const notice of notices) log.enqueue(sendNotice, { organizationId, key: randomUUID(), notice });
}
