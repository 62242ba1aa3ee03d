import { bad, make } from './api-error.js';

/** Errors about event queues. */
export const eventQueueErrors = {
  badEventQueueId: (args: { queueId: string }) =>
    make(400, 'BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${args.queueId}`, { queue_id: args.queueId }),
  eventAlreadyPruned: (args: { eventId: number }) => bad(`An event newer than ${args.eventId} has already been pruned!`),
  unsupportedRegisterOperator: (args: { operator: string }) => bad(`Operator ${args.operator} not supported.`),
  unsupportedRegisterOperand: (args: { operand: string }) => bad(`Operand ${args.operand} not supported.`),
  /** Of a registration without credentials. */
  registerOptionForUsers: (args: { name: string }) => bad(`Invalid '${args.name}' parameter for anonymous request`),
  allPublicStreamsNotAllowed: () => bad('User not authorized for this query'),
  eventNotInQueue: (args: { eventId: number }) => bad(`Event ${args.eventId} was not in this queue`),
} as const;
