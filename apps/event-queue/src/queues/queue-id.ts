import { randomUUID } from 'node:crypto';

/**
 * The owner of a queue and the incarnation of the log that it follows. Both can be read from the id, so that an expired queue can be
 * cleaned up without its descriptor, and its events are never read from another incarnation.
 */
export interface QueueOwner {
  incarnation: string;
  organizationId: number;
  userId: number;
}

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.([0-9a-f]{12}-[0-9A-F]{1,8})\.(\d{1,15})\.(\d{1,15})$/;

/** `<uuid>.<incarnation>.<organization>.<user>`: opaque to clients. */
export function newQueueId(owner: QueueOwner): string {
  return `${randomUUID()}.${owner.incarnation}.${owner.organizationId}.${owner.userId}`;
}

/** The owner, or null if this is not one of our queue ids. */
export function ownerOf(queueId: string): QueueOwner | null {
  const match = SHAPE.exec(queueId);
  return match === null ? null : { incarnation: match[1] ?? '', organizationId: Number(match[2]), userId: Number(match[3]) };
}
