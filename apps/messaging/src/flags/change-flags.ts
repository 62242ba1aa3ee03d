import { type Viewer } from '@parley/access';
import { MESSAGES_PER_FLAGS_EVENT, messageFlagsChanged } from '@parley/contracts/messaging';
import type { ChangeLog } from '@parley/event-log';
import { type Tx } from '@parley/persistence';
import { bitsAfter, type FlagChange, makesUnread } from './flag-change.js';
import { type FlagState, readFlagStates, writeFlags } from './flags.repository.js';
import { unreadDetailsOf } from './unread-details.js';

export interface ChangedFlags {
  /** Messages that the viewer may read, ascending. */
  readonly visibleIds: readonly number[];
  /** The messages among these that have the requested state now. */
  readonly settledIds: readonly number[];
  /** Those that changed. */
  readonly changedIds: readonly number[];
  /** Channels whose messages stay read, because the viewer is not subscribed. */
  readonly ignoredChannelIds: readonly number[];
}

/**
 * Changes a flag on messages: rows, then events. It runs inside a change, under the organization's counter, so that it decides on current
 * rows. If nothing changes, it writes no row and no event.
 */
export async function changeFlags(
  tx: Tx,
  log: ChangeLog,
  viewer: Viewer,
  ids: readonly number[],
  change: FlagChange,
): Promise<ChangedFlags> {
  const visible = await readFlagStates(tx, viewer, ids);
  const isIgnored = (state: FlagState) => makesUnread(change) && state.channelId !== null && !state.isSubscribed;
  const settled = visible.filter((state) => !isIgnored(state));
  const changed = settled.filter((state) => bitsAfter(state.bits, change) !== state.bits);
  await writeFlags(
    tx,
    viewer,
    changed.map(({ id, bits }) => ({ id, bits: bitsAfter(bits, change) })),
  );
  logFlagsChanged(log, viewer.userId, changed, change);
  return {
    visibleIds: idsOf(visible),
    settledIds: idsOf(settled),
    changedIds: idsOf(changed),
    ignoredChannelIds: [...new Set(visible.filter(isIgnored).flatMap((state) => state.channelId ?? []))].sort((a, b) => a - b),
  };
}

function logFlagsChanged(log: ChangeLog, userId: number, changed: readonly FlagState[], change: FlagChange): void {
  for (const states of batches(changed)) {
    const details = () => Object.fromEntries(states.map((state) => [state.id, unreadDetailsOf(userId, state)]));
    log.append(messageFlagsChanged, {
      userId,
      ...change,
      messages: idsOf(states),
      all: false,
      ...(makesUnread(change) && { details: details() }),
    });
  }
}

/** Logs that messages were read, in as many events as necessary. */
export function logRead(log: ChangeLog, userId: number, ids: readonly number[]): void {
  for (const messages of batches(ids)) {
    log.append(messageFlagsChanged, { userId, op: 'add', flag: 'read', messages: [...messages], all: false });
  }
}

function batches<T>(list: readonly T[]): (readonly T[])[] {
  const count = Math.ceil(list.length / MESSAGES_PER_FLAGS_EVENT);
  return Array.from({ length: count }, (_, n) => list.slice(n * MESSAGES_PER_FLAGS_EVENT, (n + 1) * MESSAGES_PER_FLAGS_EVENT));
}

function idsOf(states: readonly FlagState[]): number[] {
  return states.map((state) => state.id);
}
