import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { pathOf } from '../places/place.js';
import { UnreadBadge } from '../sidebar/unread-badge.js';
import { useClientState, useOrganization, usePage } from '../workspace/context.js';
import { channelName, peopleNames, topicName } from '../workspace/names.js';
import { PlaceLink } from '../workspace/place-link.js';
import { markAsRead as markConversationAsRead } from '../workspace/read-flags.js';
import { type UnreadConversation, unreadGroups } from './unread-conversations.js';

/** What is unread, by conversation. */
export function InboxView() {
  const { texts } = usePage();
  const state = useClientState();
  const groups = unreadGroups(state, new Intl.Collator(texts.language, { numeric: true }).compare);
  const isKnown = useOrganization(({ registrations }) => registrations > 0);
  if (!isKnown) return <p className="feed-start">{texts.of('loading')}</p>;
  if (groups.length === 0) return <p className="feed-start">{texts.of('inboxEmpty')}</p>;
  return groups.map(({ channelId, conversations }) => (
    <section key={channelId ?? 'direct'}>
      <h2 dir="auto">{channelId === undefined ? texts.of('directMessages') : `#${channelName(state, channelId, texts)}`}</h2>
      <ul className="overview-list">
        {conversations.map((conversation) => (
          <InboxEntry key={pathOf(conversation.place)} conversation={conversation} />
        ))}
      </ul>
    </section>
  ));
}

function InboxEntry({ conversation: { place, unread } }: { readonly conversation: UnreadConversation }) {
  const { workspace, texts, report } = usePage();
  const state = useClientState();
  const [isBusy, setBusy] = useState(false);
  const name = place.kind === 'topic' ? topicName(place.topic, texts) : peopleNames(state, place.userIds, texts);
  const markAsRead = () => {
    setBusy(true);
    markConversationAsRead(workspace, place)
      .catch(report)
      .finally(() => setBusy(false));
  };
  return (
    <li>
      <PlaceLink className="entry" place={place}>
        <span className="entry-name" dir="auto">
          {name}
        </span>
        <UnreadBadge count={unread} />
      </PlaceLink>
      <Button className="plain-button" isDisabled={isBusy} onPress={markAsRead} aria-label={texts.of('markAsReadIn', { name })}>
        {texts.of('markAsRead')}
      </Button>
    </li>
  );
}
