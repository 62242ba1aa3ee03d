import { randomUUID } from 'node:crypto';

/** Who owns a queue: readable from its id, so that an expired queue can be cleaned up without its descriptor. */
export interface QueueOwner {
  organizationId: number;
  userId: number;
}

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.(\d{1,15})\.(\d{1,15})$/;

/** `<uuid>.<organization>.<user>`: opaque to clients, and a foreign one names nothing of ours. */
export function newQueueId(owner: QueueOwner): string {
  return `${randomUUID()}.${owner.organizationId}.${owner.userId}`;
}

/** The owner, or null when this is no queue id of ours. */
export function ownerOf(queueId: string): QueueOwner | null {
  const match = SHAPE.exec(queueId);
  return match === null ? null : { organizationId: Number(match[1]), userId: Number(match[2]) };
}
