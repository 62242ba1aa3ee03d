import { createHash } from 'node:crypto';
import type { Delivery, Integration } from '@parley/integrations';

/** The queue of the messages of webhooks, which no client has. */
const WEBHOOKS_QUEUE = 'incoming-webhooks';

/**
 * The local id of the message with this number in a delivery. A repeated delivery has the same, so each message is sent once, also if two
 * processes get it at the same moment. The parameters of the URL belong to it: several URLs of a bot may get the same event. Empty if the
 * sender names no id.
 */
export function sentOnce(
  integration: Integration,
  delivery: Delivery,
): (number: number) => { readonly queue_id?: string; readonly local_id?: string } {
  const id = integration.deliveryId?.(delivery);
  if (id === undefined || id === '') return () => ({});
  const options = Object.entries(delivery.options).sort(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify([integration.name, id, options]))
    .digest('base64url');
  return (number) => ({ queue_id: WEBHOOKS_QUEUE, local_id: `${digest}-${number}` });
}
