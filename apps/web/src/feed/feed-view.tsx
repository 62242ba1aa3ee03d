import type { PendingMessage } from '@parley/client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { MessageCommands } from '../message/message-actions.js';
import { belongsTo } from '../places/belongs-to.js';
import type { Place } from '../places/place.js';
import { usePage, useStore } from '../workspace/context.js';
import type { Feed } from './feed.js';
import { FeedFailure } from './feed-failure.js';
import { FeedRowView } from './feed-row-view.js';
import { type FeedRow, feedRows } from './feed-rows.js';
import { useScrollToRow } from './use-scroll-to-row.js';
import { useVisibleMessages } from './use-visible-messages.js';

export interface FeedHandle {
  readonly move: (by: 1 | -1) => void;
  readonly toNewest: () => void;
  /** What is shown is no longer marked as read. */
  readonly stopMarking: () => void;
  readonly selected: () => Extract<FeedRow, { kind: 'message' }>['message'] | undefined;
}

interface FeedViewProps {
  readonly feed: Feed;
  readonly place: Place;
  readonly commands: MessageCommands;
  readonly editing: number | undefined;
  readonly onEditEnd: (messageId: number) => void;
  readonly onWriteAgain: (pending: PendingMessage) => void;
  readonly handle: React.Ref<FeedHandle>;
}

const ESTIMATED_HEIGHTS: Readonly<Record<FeedRow['kind'], number>> = { day: 36, recipient: 40, unread: 28, message: 60, pending: 80 };
/** Height of the notice above the first message. */
const START_HEIGHT = 48;
const offsetMs = (timestamp: number) => new Date(timestamp * 1_000).getTimezoneOffset() * -60_000;
const everything = <T,>(value: T): T => value;

export function FeedView({ feed, place, commands, editing, onEditEnd, onWriteAgain, handle }: FeedViewProps) {
  const { workspace, texts, report } = usePage();
  const state = useStore(feed.list.store, everything);
  const outbox = useStore(workspace.outbox.store, everything);
  const [selectedId, setSelectedId] = useState<number>();
  const [isPlaced, setPlaced] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const firstUnread = useFirstUnread(feed);
  const rows = useMemo(() => {
    const isHere = ({ message, status, id }: PendingMessage) =>
      belongsTo(place, message, workspace.session.userId) && !(status === 'sent' && state.messages.some((each) => each.id === id));
    const isMixed = place.kind !== 'topic' && place.kind !== 'direct';
    const { messages, foundOldest, foundNewest } = state;
    const pending = foundNewest ? outbox.filter(isHere) : [];
    return feedRows({ messages, hasOlder: !foundOldest, pending, isMixed, firstUnread, offsetMs });
  }, [state, outbox, place, firstUnread, workspace]);

  // A reader at the end of what is loaded follows messages that arrive, and not those of the last page: these are read one after another.
  const wasAtNewest = useRef(false);
  useLayoutEffect(() => {
    wasAtNewest.current = state.foundNewest;
  }, [state]);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATED_HEIGHTS[rows[index]?.kind ?? 'message'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    paddingStart: START_HEIGHT,
    paddingEnd: 12,
    anchorTo: 'end',
    followOnAppend: wasAtNewest.current && state.foundNewest,
    scrollEndThreshold: 40,
  });
  const scrollToRow = useScrollToRow(virtualizer, rows, scroller);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `scrollToRow` is another function in each rendering, with the rows that are here
  useLayoutEffect(() => {
    // After a refusal, everything is loaded again.
    if (!state.isReady) setPlaced(false);
    if (!state.isReady || isPlaced || rows.length === 0) return;
    const place = rows.findIndex((row) => row.kind === 'unread' || (row.kind === 'message' && row.message.id === state.anchor));
    if (place === -1 || firstUnreadIsNone(rows, state.anchor, firstUnread)) virtualizer.scrollToEnd();
    else scrollToRow(place, 'start');
    setPlaced(true);
  }, [state, rows, isPlaced, virtualizer, firstUnread]);
  useVisibleMessages(feed, rows, virtualizer, isPlaced && state.isReady);
  useFocusOn(scroller, selectedId);

  const toNewest = () => {
    setSelectedId(undefined);
    if (state.foundNewest) return virtualizer.scrollToEnd();
    feed.open('newest').then(() => virtualizer.scrollToEnd(), report);
  };
  useImperativeHandle(handle, () => ({
    toNewest,
    stopMarking: () => {
      feed.keepsUnread = true;
    },
    selected: () => {
      const id = selectedId ?? feed.readingAt;
      return state.messages.find((message) => message.id === id) ?? state.messages.at(-1);
    },
    move: (by) => {
      const from = rows.findIndex((row) => row.kind === 'message' && row.message.id === (selectedId ?? feed.readingAt));
      const start = selectedId === undefined ? from : from + by;
      for (let at = start; at >= 0 && at < rows.length; at += by) {
        const row = rows[at];
        if (row?.kind !== 'message') continue;
        setSelectedId(row.message.id);
        return scrollToRow(at, 'auto');
      }
    },
  }));

  return (
    <div className="feed">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <section ref={scroller} className="feed-scroller" aria-label={texts.of('messages')} aria-busy={!state.isReady} tabIndex={0}>
        <div className="feed-rows" style={{ height: virtualizer.getTotalSize() }}>
          <FeedStart feed={feed} isEmpty={rows.length === 0} />
          {virtualizer.getVirtualItems().map(({ index, key, start }) => (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className="feed-row"
              style={{ transform: `translateY(${start}px)` }}
            >
              <FeedRowView row={rows[index]} editing={editing} onEditEnd={onEditEnd} commands={commands} onWriteAgain={onWriteAgain} />
            </div>
          ))}
        </div>
      </section>
      {isPlaced && (!state.foundNewest || !virtualizer.isAtEnd(400)) && (
        <Button className="newest-button" onPress={toNewest}>
          {texts.of('jumpToNewest')} <span aria-hidden="true">↓</span>
        </Button>
      )}
    </div>
  );
}

function FeedStart({ feed, isEmpty }: { readonly feed: Feed; readonly isEmpty: boolean }) {
  const { texts } = usePage();
  const { isReady, foundOldest, isHistoryLimited } = useStore(feed.list.store, everything);
  const failure = useStore(feed.failure, everything);
  if (failure !== undefined) return <FeedFailure feed={feed} />;
  if (!isReady) return <p className="feed-start">{texts.of('loading')}</p>;
  if (isHistoryLimited) return <p className="feed-start">{texts.of('historyLimited')}</p>;
  if (isEmpty) return <p className="feed-start">{texts.of(feed.isSearch ? 'noMatches' : 'noMessages')}</p>;
  if (foundOldest && feed.isSearch) return null;
  return <p className="feed-start">{texts.of(foundOldest ? 'beginning' : 'loadingOlder')}</p>;
}

/** The first message that was unread when the feed was opened. The line stays there while messages are read. */
function useFirstUnread(feed: Feed): number | undefined {
  const state = useStore(feed.list.store, everything);
  const found = useRef<number | null>(undefined);
  if (found.current === undefined && state.isReady) {
    const { anchor } = state;
    const message = state.messages.find(({ id, flags }) => id === anchor && !flags?.includes('read'));
    found.current = message?.id ?? null;
  }
  return found.current ?? undefined;
}

/** The anchor is the newest message if none is unread. */
function firstUnreadIsNone(rows: readonly FeedRow[], anchor: number | undefined, firstUnread: number | undefined): boolean {
  const last = rows.at(-1);
  return firstUnread === undefined && last?.kind === 'message' && last.message.id === anchor;
}

/** The selected message has the focus, so that screen readers read it. It may be rendered later than it is selected. */
function useFocusOn(scroller: React.RefObject<HTMLDivElement | null>, selectedId: number | undefined): void {
  const focused = useRef<number>(undefined);
  useEffect(() => {
    if (selectedId === undefined || focused.current === selectedId) return;
    const element = scroller.current?.querySelector<HTMLElement>(`[data-message-id="${selectedId}"]`);
    if (!element) return;
    focused.current = selectedId;
    element.focus({ preventScroll: true });
  });
}
