import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { usePage } from '../workspace/context.js';
import type { Feed } from './feed.js';
import type { FeedRow } from './feed-rows.js';

type Scroller = Virtualizer<HTMLDivElement, Element>;
/** Rows from an end of what is loaded at which more is loaded. */
const NEAR = 15;

/** Marks messages as read whose end the reader has seen, remembers where the reader is, and loads more near an end. */
export function useVisibleMessages(feed: Feed, rows: readonly FeedRow[], virtualizer: Scroller, isPlaced: boolean): void {
  const { workspace, report } = usePage();
  const items = virtualizer.getVirtualItems();
  const first = items.at(0)?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;

  useEffect(() => {
    if (!isPlaced) return;
    if (first < NEAR) void feed.loadOlder();
    if (last > rows.length - NEAR) feed.loadNewer().catch(report);
  }, [feed, first, last, rows, isPlaced, report]);

  const look = useRef<() => void>(() => undefined);
  look.current = () => {
    const top = virtualizer.scrollOffset ?? 0;
    const bottom = top + (virtualizer.scrollRect?.height ?? 0);
    const seen: number[] = [];
    let at: number | undefined;
    for (const { index, end } of virtualizer.getVirtualItems()) {
      const row = rows[index];
      if (row?.kind !== 'message') continue;
      if (end > top) at ??= row.message.id;
      const isSeen = end > top && end <= bottom + 1;
      if (isSeen && !row.message.flags?.includes('read')) seen.push(row.message.id);
    }
    feed.readingAt = at;
    if (feed.isSearch || feed.keepsUnread) return;
    if (document.visibilityState === 'visible' && document.hasFocus()) workspace.marker.note(seen);
  };
  // After each rendering: the reader scrolled, or messages came.
  useEffect(() => {
    if (isPlaced) look.current();
  });
  useEffect(() => {
    const again = () => look.current();
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, []);
}
