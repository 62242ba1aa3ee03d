import type { PendingMessage } from '@parley/client';
import { Button } from 'react-aria-components/Button';
import { Compose } from '../compose/compose.js';
import { FeedView } from '../feed/feed-view.js';
import { useFeed } from '../feed/use-feed.js';
import { destinationOfMessage } from '../places/destination.js';
import { type Address, pathOf } from '../places/place.js';
import { useClientState, usePage } from '../workspace/context.js';
import { placeName } from '../workspace/names.js';
import { PlaceActions } from './place-actions.js';
import { TypingLine } from './typing-line.js';
import { useAnnouncements } from './use-announcements.js';
import type { useCommands } from './use-commands.js';

interface ConversationProps {
  readonly address: Address;
  readonly page: ReturnType<typeof useCommands>;
}

/** The feed of a place, and below it what is being written. */
export function Conversation({ address, page }: ConversationProps) {
  const { workspace, texts, windows } = usePage();
  const state = useClientState();
  const { place } = address;
  const { feed, unknown } = useFeed(address);
  const said = useAnnouncements(feed);
  const { compose, destination, replyTo } = page;
  const title = placeName(state, place, texts);
  const focusFeed = () => document.querySelector<HTMLElement>('.feed-scroller')?.focus({ preventScroll: true });
  const writeAgain = ({ localId, message }: PendingMessage) => {
    const there = destinationOfMessage(message, workspace.session.userId);
    // First the text is in the draft of its own conversation, then it is no longer in the outbox.
    page.write(there, message.content);
    workspace.outbox.discard(localId);
  };
  return (
    <main className="conversation" id="messages" tabIndex={-1}>
      <div className="heading">
        <h1 dir="auto">{title}</h1>
        <PlaceActions place={place} />
      </div>
      <title>{`${title} – Parley`}</title>
      {unknown !== undefined && (
        <p role="alert" className="feed-start">
          {texts.of('searchUnknown', { name: unknown })}
        </p>
      )}
      {feed && (
        <FeedView
          key={`${pathOf(place)} ${address.near ?? ''}`}
          feed={feed}
          place={place}
          commands={page.commands}
          editing={page.editing}
          onEditEnd={(messageId) => {
            if (page.endEditing(messageId)) focusFeed();
          }}
          onWriteAgain={writeAgain}
          handle={page.feed}
        />
      )}
      <TypingLine place={place} />
      {destination === undefined ? (
        <div className="compose">
          <Button className="main-button" onPress={() => windows.open({ kind: 'recipient' })}>
            {texts.of('compose')}
          </Button>
        </div>
      ) : (
        <Compose
          key={pathOf(destination)}
          destination={destination}
          {...(replyTo && { onClose: () => page.setReplyTo(undefined) })}
          onSent={() => page.feed.current?.toNewest()}
          onLeave={focusFeed}
          handle={compose}
        />
      )}
      <p className="hidden" aria-live="polite">
        {said}
      </p>
    </main>
  );
}
