import { sendMessage } from '@parley/contracts/messaging';
import type { Actor } from '../client/actor.js';
import { askUntilAnswered, TRY_TIMEOUT_MS } from './ask-until-answered.js';

export interface Destination {
  readonly type: 'channel' | 'direct';
  readonly to: number | readonly number[];
  readonly topic?: string;
}

/**
 * Sends one message until it is acknowledged, repeating with the same (queue_id, local_id) if it is unknown whether it was stored. The
 * message is read for the sender. Returns the id, or undefined if it gave up.
 */
export async function sendUntilAcknowledged(
  actor: Actor,
  destination: Destination,
  content: string,
  queueId: string,
): Promise<number | undefined> {
  const message = { ...destination, content, queue_id: queueId, local_id: content, read_by_sender: true };
  const answered = await askUntilAnswered(() => actor.call(sendMessage, message, { timeoutMs: TRY_TIMEOUT_MS }));
  if (answered === undefined) return undefined;
  const { status, body } = answered.answer;
  if (status !== 200) throw new Error(`send failed: ${JSON.stringify(body)}`);
  return body.id;
}
