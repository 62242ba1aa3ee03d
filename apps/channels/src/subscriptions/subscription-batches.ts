/** Bounds of one logged event, so that no event is larger than a few hundred KB. */
const MAX_USERS = 1_000;
const MAX_PAIRS = 5_000;

/** People that join, or leave, each of the channels. */
export interface SubscriptionBatch {
  /** Ascending. */
  readonly userIds: readonly number[];
  readonly channelIds: readonly number[];
}

/**
 * Puts channels with the same people together and cuts what is large: as few events as the bounds allow. `userIdsByChannel`: whom each channel
 * is about, ascending.
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
  return Array.from({ length: Math.ceil(list.length / size) }, (_, place) => list.slice(place * size, (place + 1) * size));
}
