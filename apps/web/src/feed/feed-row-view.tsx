import type { PendingMessage } from '@parley/client';
import { ErrorBoundary } from '../failure/error-boundary.js';
import type { MessageCommands } from '../message/message-actions.js';
import { MessageRow } from '../message/message-row.js';
import { PendingRow } from '../message/pending-row.js';
import { useClientState, usePage } from '../workspace/context.js';
import { placeName, placeOfMessage } from '../workspace/names.js';
import { PlaceLink } from '../workspace/place-link.js';
import type { FeedBar, FeedRow } from './feed-rows.js';

interface FeedRowViewProps {
  readonly row: FeedRow | undefined;
  readonly editing: number | undefined;
  readonly onEditEnd: (messageId: number) => void;
  readonly commands: MessageCommands;
  readonly onWriteAgain: (pending: PendingMessage) => void;
}

export function FeedRowView({ row, editing, onEditEnd, commands, onWriteAgain }: FeedRowViewProps) {
  const { texts } = usePage();
  switch (row?.kind) {
    case 'day':
    case 'unread':
    case 'recipient':
      return <BarView bar={row} />;
    case 'message': {
      const { message, isFirstOfSender, bars } = row;
      const isEditing = editing === message.id;
      const failed = () => (
        <article className="message" data-message-id={message.id} tabIndex={-1} aria-label={message.sender_full_name}>
          <div className="gutter" />
          <p className="body error">{texts.of('messageFailed')}</p>
        </article>
      );
      return (
        <>
          {bars.map((bar) => (
            <BarView key={bar.key} bar={bar} />
          ))}
          <ErrorBoundary about={message} fallback={failed}>
            <MessageRow
              message={message}
              isFirstOfSender={isFirstOfSender}
              isEditing={isEditing}
              onEditEnd={onEditEnd}
              commands={commands}
            />
          </ErrorBoundary>
        </>
      );
    }
    case 'pending':
      return <PendingRow pending={row.pending} onWriteAgain={onWriteAgain} />;
    default:
      return null;
  }
}

function BarView({ bar }: { readonly bar: FeedBar }) {
  const { texts, workspace } = usePage();
  const state = useClientState();
  switch (bar.kind) {
    case 'day':
      return <p className="day-bar">{texts.day(bar.timestamp, Date.now() / 1_000)}</p>;
    case 'unread':
      return <p className="unread-line">{texts.of('newMessages')}</p>;
    case 'recipient': {
      const place = placeOfMessage(bar.message, workspace.session.userId);
      return (
        <h2 className="recipient-bar" dir="auto">
          <PlaceLink place={place} near={bar.message.id}>
            {placeName(state, place, texts)}
          </PlaceLink>
        </h2>
      );
    }
  }
}
