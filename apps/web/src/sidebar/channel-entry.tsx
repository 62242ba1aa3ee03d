import { unreadCounts } from '@parley/client';
import { topicKey } from '@parley/contracts';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { PlaceActions } from '../conversation/place-actions.js';
import type { Place } from '../places/place.js';
import { useClientState, usePage, useStore } from '../workspace/context.js';
import { topicName } from '../workspace/names.js';
import { PlaceLink } from '../workspace/place-link.js';
import { type SidebarChannel, sidebarTopics } from './sidebar-channels.js';
import { UnreadBadge } from './unread-badge.js';

/** A channel with its topics, if it is open. */
export function ChannelEntry({ channel, place }: { readonly channel: SidebarChannel; readonly place: Place }) {
  const { texts } = usePage();
  const isHere = (place.kind === 'channel' || place.kind === 'topic') && place.channelId === channel.id;
  const [isOpen, setOpen] = useState(isHere);
  useEffect(() => {
    if (isHere) setOpen(true);
  }, [isHere]);
  return (
    <li>
      <div className={channel.isMuted ? 'channel is-muted' : 'channel'}>
        <Button
          className="icon-button"
          aria-expanded={isOpen}
          aria-label={texts.of('showTopics', { name: channel.name })}
          onPress={() => setOpen(!isOpen)}
        >
          <span className={isOpen ? 'arrow is-open' : 'arrow'} aria-hidden="true" />
        </Button>
        <PlaceLink
          className="entry"
          place={{ kind: 'channel', channelId: channel.id }}
          isCurrent={place.kind === 'channel' && place.channelId === channel.id}
        >
          <span className="mark" style={{ color: channel.color }} aria-hidden="true">
            {channel.isPrivate ? <Lock /> : '#'}
          </span>
          <span className="entry-name" dir="auto">
            {channel.name}
          </span>
          {channel.isMuted && <span className="hidden">{texts.of('muted')}</span>}
          <UnreadBadge count={channel.unread} />
        </PlaceLink>
        <PlaceActions place={{ kind: 'channel', channelId: channel.id }} />
      </div>
      {isOpen && <Topics channelId={channel.id} open={place.kind === 'topic' && isHere ? place.topic : undefined} />}
    </li>
  );
}

function Topics({ channelId, open }: { readonly channelId: number; readonly open: string | undefined }) {
  const { workspace, texts } = usePage();
  const state = useClientState();
  const known = useStore(workspace.topics.store, (lists) => lists.get(channelId));
  useEffect(() => workspace.topics.open(channelId), [workspace, channelId]);
  const topics = sidebarTopics(state, unreadCounts(state), channelId, known ?? [], open);
  return (
    <ul className="topics">
      {topics.map(({ name, unread, isMuted, isFollowed }) => (
        <li key={topicKey(name)} className={`topic${isMuted ? ' is-muted' : ''}${isFollowed ? ' is-followed' : ''}`}>
          <PlaceLink
            className="entry"
            place={{ kind: 'topic', channelId, topic: name }}
            isCurrent={open !== undefined && topicKey(open) === topicKey(name)}
          >
            <span className="entry-name" dir="auto">
              {topicName(name, texts)}
            </span>
            {isMuted && <span className="hidden">{texts.of('muted')}</span>}
            {isFollowed && <span className="hidden">{texts.of('followed')}</span>}
            <UnreadBadge count={unread} />
          </PlaceLink>
          <PlaceActions place={{ kind: 'topic', channelId, topic: name }} />
        </li>
      ))}
    </ul>
  );
}

function Lock() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" fill="currentColor" aria-hidden="true">
      <path d="M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7zm2 0h4V5a2 2 0 0 0-4 0z" />
    </svg>
  );
}
