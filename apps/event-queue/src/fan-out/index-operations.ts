import type { IndexChange } from '@parley/client-events';
import type { IndexOperation } from '../queues/append-step.js';

/** For the people of a lane. One operation per user and channel, so that a large change can be applied in steps. */
export function indexOperations(changes: readonly IndexChange[], isServed: (userId: number) => boolean): IndexOperation[] {
  return changes.flatMap((change) => operationsOf(change, isServed));
}

function operationsOf(change: IndexChange, isServed: (userId: number) => boolean): IndexOperation[] {
  switch (change.kind) {
    case 'subscribe':
    case 'unsubscribe':
      return change.userIds
        .filter(isServed)
        .flatMap((user) => change.channelIds.map((channel): IndexOperation => [change.kind, String(user), String(channel)]));
    case 'role':
      return isServed(change.userId) ? [['role', String(change.userId), String(change.role)]] : [];
    case 'end-queues':
      return change.userIds.filter(isServed).map((user): IndexOperation => ['endQueues', String(user)]);
    case 'end-organization':
      return [['endOrganization']];
  }
}
