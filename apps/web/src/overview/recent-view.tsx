import { directConversation, topicConversation, unreadCounts, user } from '@parley/client';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { type Feed, MOST_SEARCHED } from '../feed/feed.js';
import { FeedFailure } from '../feed/feed-failure.js';
import { useFeed } from '../feed/use-feed.js';
import { fitness } from '../matching/best-fits.js';
import type { Place } from '../places/place.js';
import { UnreadBadge } from '../sidebar/unread-badge.js';
import { Avatar } from '../workspace/avatar.js';
import { useClientState, usePage, useStore } from '../workspace/context.js';
import { placeName } from '../workspace/names.js';
import { PlaceLink } from '../workspace/place-link.js';
import { recentConversations } from './recent-conversations.js';

const RECENT = { place: { kind: 'recent' } } as const;
const everything = <T,>(value: T): T => value;

/** Where people wrote lately. */
export function RecentView() {
  const { texts } = usePage();
  const { feed } = useFeed(RECENT);
  return feed === undefined ? <p className="feed-start">{texts.of('loading')}</p> : <Conversations feed={feed} />;
}

function Conversations({ feed }: { readonly feed: Feed }) {
  const { workspace, texts } = usePage();
  const state = useClientState();
  const { messages, isReady, foundOldest } = useStore(feed.list.store, everything);
  const failure = useStore(feed.failure, everything);
  const [query, setQuery] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { userId } = workspace.session;
  const counts = unreadCounts(state);
  const unreadAt = (place: Place) => {
    if (place.kind === 'topic') return counts.byConversation.get(topicConversation(place.channelId, place.topic)) ?? 0;
    return place.kind === 'direct' ? (counts.byConversation.get(directConversation([...place.userIds, userId])) ?? 0) : 0;
  };
  const shown = recentConversations(messages, userId)
    .map((conversation) => ({ ...conversation, name: placeName(state, conversation.place, texts) }))
    .filter(({ name }) => fitness(name, query) !== undefined);
  const showMore = () => {
    setBusy(true);
    void feed.loadOlder().finally(() => setBusy(false));
  };
  if (!isReady && failure !== undefined) return <FeedFailure feed={feed} />;
  if (!isReady) return <p className="feed-start">{texts.of('loading')}</p>;
  return (
    <>
      <input
        type="search"
        dir="auto"
        aria-label={texts.of('filterConversations')}
        placeholder={texts.of('filterConversations')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul className="overview-list" aria-label={texts.of('recent')}>
        {shown.map(({ key, place, name, newest, senderIds }) => (
          <li key={key}>
            <PlaceLink className="entry" place={place}>
              <span className="entry-name" dir="auto">
                {name}
              </span>
              <UnreadBadge count={unreadAt(place)} />
            </PlaceLink>
            <span className="writers">
              <span className="hidden">{texts.list(senderIds.map((id) => user(state, id).full_name))}</span>
              {senderIds.map((id) => (
                <Avatar key={id} userId={id} />
              ))}
            </span>
            <time className="overview-time" dateTime={new Date(newest.timestamp * 1_000).toISOString()}>
              {texts.moment(newest.timestamp)}
            </time>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="feed-start">{texts.of('noMessages')}</p>}
      <FeedFailure feed={feed} />
      {failure === undefined && !foundOldest && messages.length < MOST_SEARCHED && (
        <Button className="main-button" isDisabled={isBusy} onPress={showMore}>
          {texts.of('showMore')}
        </Button>
      )}
    </>
  );
}
