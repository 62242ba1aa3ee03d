import { randomUUID } from 'node:crypto';

/**
 * Whose queue it is, and of which incarnation of the log: readable from its id, so that an expired queue can be cleaned up without its descriptor,
 * and that the bodies of its events are looked for in no other incarnation.
 */
export interface QueueOwner {
  incarnation: string;
  organizationId: number;
  userId: number;
}

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.([0-9a-f]{12}-[0-9A-F]{1,8})\.(\d{1,15})\.(\d{1,15})$/;

/** `<uuid>.<incarnation>.<organization>.<user>`: opaque to clients, and a foreign one names nothing of ours. */
export function newQueueId(owner: QueueOwner): string {
  return `${randomUUID()}.${owner.incarnation}.${owner.organizationId}.${owner.userId}`;
}

/** The owner, or null when this is no queue id of ours. */
export function ownerOf(queueId: string): QueueOwner | null {
  const match = SHAPE.exec(queueId);
  return match === null ? null : { incarnation: match[1] ?? '', organizationId: Number(match[2]), userId: Number(match[3]) };
}
