import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { FeedRow } from './feed-rows.js';

interface Target {
  readonly key: string;
  readonly index: number;
  readonly align: 'start' | 'auto';
}

/** In these, TanStack Virtual measures the rows and corrects the place. */
const FRAMES = 30;
const USES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to a row. TanStack Virtual goes to an index for some frames, and rows that come above meanwhile give the row another one: without a second
 * command the reader would see other messages. A reader who scrolls meanwhile ends it.
 */
export function useScrollToRow(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  rows: readonly FeedRow[],
  scroller: React.RefObject<HTMLDivElement | null>,
): (index: number, align: Target['align']) => void {
  const target = useRef<Target>(undefined);
  const frame = useRef(0);
  useLayoutEffect(() => {
    const { current } = target;
    if (current === undefined) return;
    const index = rows.findIndex(({ key }) => key === current.key);
    if (index === -1 || index === current.index) return;
    target.current = { ...current, index };
    virtualizer.scrollToIndex(index, { align: current.align });
  }, [rows, virtualizer]);
  useEffect(() => {
    const element = scroller.current;
    const forget = () => {
      target.current = undefined;
    };
    for (const use of USES) element?.addEventListener(use, forget, { passive: true });
    return () => {
      for (const use of USES) element?.removeEventListener(use, forget);
      cancelAnimationFrame(frame.current);
    };
  }, [scroller]);
  return (index, align) => {
    const key = rows[index]?.key;
    if (key === undefined) return;
    target.current = { key, index, align };
    virtualizer.scrollToIndex(index, { align });
    let left = FRAMES;
    const next = () => {
      left -= 1;
      if (left === 0) target.current = undefined;
      else frame.current = requestAnimationFrame(next);
    };
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(next);
  };
}
