/** The numbers of partitions that an operator may choose. Each partition of a larger number is contained in one partition of a smaller number. */
export const PARTITION_COUNTS = [64, 256, 1_024, 4_096] as const;
/** The default number. */
export const PARTITIONS = 256;

const DIGIT = 4;
/** Digits of the largest count. */
const DIGITS = 6;

/** Organizations hash to partitions; event-queue replicas lease partitions. */
export function partitionOf(organizationId: number, partitions: number = PARTITIONS): number {
  return organizationId % partitions;
}

/** Organizations hash to this many buckets, which never changes: an index of the log depends on it. The organizations of a partition share one bucket. */
export const LOG_BUCKETS = 64;

export function bucketOf(organizationId: number): number {
  return organizationId % LOG_BUCKETS;
}

/**
 * The address of an organization's wake-ups: digits of base 4, the lowest first, then the organization. So it does not depend on the number of
 * partitions, and all addresses of a partition have a common prefix.
 */
export function wakeUpAddress(organizationId: number): string {
  return [...digitsOf(organizationId, DIGITS), organizationId].join('.');
}

/** The addresses that together receive the wake-ups of these partitions and no others: as few as possible. */
export function addressesOf(held: ReadonlySet<number>, partitions: number): string[] {
  const digits = Math.round(Math.log(partitions) / Math.log(DIGIT));
  const cover = (length: number, rest: number): string[][] => {
    if (length === digits) return held.has(rest) ? [digitsOf(rest, length).map(String)] : [];
    const parts = Array.from({ length: DIGIT }, (_, digit) => cover(length + 1, rest + digit * DIGIT ** length));
    const isWhole = parts.every((part) => part.length === 1 && part[0]?.length === length + 1);
    return isWhole ? [digitsOf(rest, length).map(String)] : parts.flat();
  };
  return cover(0, 0).map((prefix) => [...prefix, '>'].join('.'));
}

function digitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(value / DIGIT ** index) % DIGIT);
}
