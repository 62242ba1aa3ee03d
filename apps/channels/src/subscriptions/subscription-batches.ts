/** Limits of one event, so that it has at most a few hundred KB. */
const MAX_USERS = 1_000;
const MAX_PAIRS = 5_000;

/** Users who join or leave each of the channels. */
export interface SubscriptionBatch {
  /** Sorted. */
  readonly userIds: readonly number[];
  readonly channelIds: readonly number[];
}

/**
 * Groups channels with the same users and splits large groups, into as few events as the limits allow. `userIdsByChannel`: sorted user
 * ids.
 */
export function subscriptionBatches(userIdsByChannel: ReadonlyMap<number, readonly number[]>): SubscriptionBatch[] {
  const groups = new Map<string, { userIds: readonly number[]; channelIds: number[] }>();
  for (const [channelId, userIds] of userIdsByChannel) {
    if (userIds.length === 0) continue;
    const key = userIds.join();
    const group = groups.get(key) ?? { userIds, channelIds: [] };
    group.channelIds.push(channelId);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ userIds, channelIds }) =>
    cut(userIds, MAX_USERS).flatMap((some) =>
      cut(channelIds, Math.max(1, Math.floor(MAX_PAIRS / some.length))).map((few) => ({ userIds: some, channelIds: few })),
    ),
  );
}

function cut<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));
}
