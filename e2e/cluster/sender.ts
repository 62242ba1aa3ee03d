import { setTimeout as delay } from 'node:timers/promises';
import { sendMessage } from '@parley/contracts';
import type { Actor } from '../client/actor.js';
import { NoAnswer } from '../client/http.js';

export interface Destination {
  readonly type: 'channel' | 'direct';
  readonly to: number | readonly number[];
  readonly topic?: string;
}

const RETRY_MS = 100;
/** Longer than any outage the tests cause. */
const GIVE_UP_MS = 60_000;

/**
 * Sends one message until it is acknowledged, repeating with the same (queue_id, local_id) when nobody knows whether it was stored.
 * Gives the id, or undefined when it gave up.
 */
export async function sendUntilAcknowledged(
  actor: Actor,
  destination: Destination,
  content: string,
  queueId: string,
): Promise<number | undefined> {
  const deadline = Date.now() + GIVE_UP_MS;
  while (Date.now() < deadline) {
    try {
      const answer = await actor.call(
        sendMessage,
        { ...destination, content, queue_id: queueId, local_id: content },
        { timeoutMs: 10_000 },
      );
      if (answer.status === 200) return answer.body.id;
      if (answer.status !== 503 && answer.status !== 429) throw new Error(`send failed: ${JSON.stringify(answer.body)}`);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
    await delay(RETRY_MS);
  }
  return undefined;
}
