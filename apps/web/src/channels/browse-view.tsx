import { channels, isSubscribed } from '@parley/client';
import { subscribe, unsubscribe } from '@parley/contracts/channels';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { fitness } from '../matching/best-fits.js';
import { channelTexts } from '../texts/parts/channel-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { PlaceLink } from '../workspace/place-link.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';

type Channel = ReturnType<typeof channels>[number];
/** What is drawn at first, and more at each press. */
const PAGE = 100;

/** All channels that the person may see, to subscribe and unsubscribe. */
export default function BrowseView() {
  const { texts, windows } = usePage();
  const words = useWords(channelTexts);
  const state = useClientState();
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState(PAGE);
  const { compare } = new Intl.Collator(texts.language, { numeric: true });
  const found = channels(state)
    .filter(({ name, is_archived }) => !is_archived && (query.trim() === '' || fitness(name, query.trim()) !== undefined))
    .sort((a, b) => compare(a.name, b.name));
  return (
    <>
      {state.can_create_streams === true && (
        <Button className="main-button" onPress={() => windows.open({ kind: 'create-channel' })}>
          {words.of('createChannel')}
        </Button>
      )}
      <input
        type="search"
        dir="auto"
        aria-label={words.of('findChannels')}
        placeholder={words.of('findChannels')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul className="card-list" aria-label={texts.of('channels')}>
        {found.slice(0, shown).map((channel) => (
          <ChannelCard key={channel.stream_id} channel={channel} />
        ))}
      </ul>
      {found.length === 0 && <p className="feed-start">{words.of('noChannels')}</p>}
      {found.length > shown && (
        <Button className="main-button" onPress={() => setShown(shown + PAGE)}>
          {texts.of('showMore')}
        </Button>
      )}
    </>
  );
}

function ChannelCard({
  channel: { stream_id: channelId, name, description, invite_only, subscriber_count },
}: {
  readonly channel: Channel;
}) {
  const { workspace, texts, windows } = usePage();
  const words = useWords(channelTexts);
  const work = useWork();
  const isMine = isSubscribed(useClientState(), channelId);
  const join = () => work.run(() => workspace.client.call(subscribe, { subscriptions: [{ name }] }));
  const leave = () => {
    if (invite_only) windows.open({ kind: 'unsubscribe', channelId });
    else work.run(() => workspace.client.call(unsubscribe, { subscriptions: [name] }));
  };
  return (
    <li>
      <div className="card-head">
        <PlaceLink place={{ kind: 'channel', channelId }}>
          <span dir="auto">#{name}</span>
        </PlaceLink>
        {invite_only && <span className="detail">{words.of('private')}</span>}
        <span className="detail">{texts.count('person', subscriber_count ?? 0)}</span>
        <span className="card-actions">
          <Button
            className="plain-button"
            onPress={() => windows.open({ kind: 'channel-settings', channelId })}
            aria-label={words.of('settingsOf', { name })}
          >
            {texts.of('settings')}
          </Button>
          <Button
            className={isMine ? 'plain-button' : 'main-button'}
            aria-label={words.of(isMine ? 'leaveOf' : 'joinOf', { name })}
            onPress={isMine ? leave : join}
          >
            {words.of(isMine ? 'leave' : 'join')}
          </Button>
        </span>
      </div>
      <p className="notes" dir="auto">
        {description}
      </p>
      <WorkState work={work} />
    </li>
  );
}
