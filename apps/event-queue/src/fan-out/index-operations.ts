import type { IndexChange } from '@parley/client-events';
import type { IndexOperation } from '../queues/append-step.js';

/** One operation per user and channel, so that a large change can be applied in steps. */
export function indexOperations(changes: readonly IndexChange[]): IndexOperation[] {
  return changes.flatMap(operationsOf);
}

function operationsOf(change: IndexChange): IndexOperation[] {
  switch (change.kind) {
    case 'subscribe':
    case 'unsubscribe':
      return change.userIds.flatMap((user) =>
        change.channelIds.map((channel): IndexOperation => [change.kind, String(user), String(channel)]),
      );
    case 'role':
      return [['role', String(change.userId), String(change.role)]];
    case 'end-queues':
      return change.userIds.map((user): IndexOperation => ['endQueues', String(user)]);
    case 'end-organization':
      return [['endOrganization']];
  }
}
