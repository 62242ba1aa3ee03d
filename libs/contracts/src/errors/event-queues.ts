import { bad, make } from './api-error.js';

/** Errors about event queues. */
export const eventQueueErrors = {
  badEventQueueId: (args: { queueId: string }) =>
    make(400, 'BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${args.queueId}`, { queue_id: args.queueId }),
  eventAlreadyPruned: (args: { eventId: number }) => bad(`An event newer than ${args.eventId} has already been pruned!`),
  eventNotInQueue: (args: { eventId: number }) => bad(`Event ${args.eventId} was not in this queue`),
} as const;
