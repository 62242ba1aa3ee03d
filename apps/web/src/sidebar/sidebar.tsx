import {
  type ClientState,
  directConversation,
  isPermitted,
  me,
  organizationSetting,
  presenceOf,
  recentDirectConversations,
  statusOf,
  unreadCounts,
} from '@parley/client';
import { useId, useMemo } from 'react';
import { Button } from 'react-aria-components/Button';
import { isSamePlace, type Place } from '../places/place.js';
import { useClientState, usePage } from '../workspace/context.js';
import { peopleNames } from '../workspace/names.js';
import { PlaceLink } from '../workspace/place-link.js';
import { Status } from '../workspace/status.js';
import { ChannelEntry } from './channel-entry.js';
import { type SidebarSection, sidebarChannels, sidebarSections } from './sidebar-channels.js';
import { UnreadBadge } from './unread-badge.js';

const MOST_CONVERSATIONS = 30;
const VIEWS = [
  ['inbox', 'inbox'],
  ['recent', 'recent'],
  ['all', 'allMessages'],
  ['mentions', 'mentions'],
  ['starred', 'starred'],
  ['drafts', 'drafts'],
  ['scheduled', 'scheduled'],
  ['people', 'people'],
  ['groups', 'groups'],
  ['organization', 'organization'],
] as const;

export function Sidebar({ place }: { readonly place: Place }) {
  const { texts, windows } = usePage();
  const state = useClientState();
  const counts = unreadCounts(state);
  const sections = useMemo(() => {
    const { compare } = new Intl.Collator(texts.language, { numeric: true, sensitivity: 'base' });
    return sidebarSections(state, sidebarChannels(state, unreadCounts(state), compare));
  }, [state, texts]);
  const numbers: Readonly<Record<string, number>> = { all: counts.total, mentions: counts.mentions };
  return (
    <nav className="sidebar" aria-label={texts.of('navigation')}>
      <h2>{texts.of('views')}</h2>
      <ul>
        {VIEWS.filter(([kind]) => kind !== 'organization' || mayChangeOrganization(state)).map(([kind, title]) => (
          <li key={kind}>
            <PlaceLink className="entry" place={{ kind }} isCurrent={place.kind === kind}>
              <span className="entry-name">{texts.of(title)}</span>
              <UnreadBadge count={numbers[kind] ?? 0} />
            </PlaceLink>
          </li>
        ))}
      </ul>
      <h2>
        {texts.of('channels')}
        <PlaceLink className="add-link" place={{ kind: 'channels' }} isCurrent={place.kind === 'channels'}>
          <span aria-hidden="true">+</span>
          <span className="hidden">{texts.of('allChannels')}</span>
        </PlaceLink>
      </h2>
      {sections.map((section) => (
        <Section key={section.key} section={section} place={place} />
      ))}
      <h2>
        {texts.of('directMessages')}
        <Button className="icon-button" aria-label={texts.of('newDirectMessage')} onPress={() => windows.open({ kind: 'people' })}>
          <span aria-hidden="true">+</span>
        </Button>
      </h2>
      <DirectEntries place={place} />
    </nav>
  );
}

/** The channels of a folder. */
function Section({ section: { title, channels }, place }: { readonly section: SidebarSection; readonly place: Place }) {
  const { texts } = usePage();
  const id = useId();
  return (
    <>
      {title !== undefined && (
        <h3 id={id} dir="auto">
          {typeof title === 'string' ? texts.of(title) : title.folder}
        </h3>
      )}
      <ul aria-labelledby={title === undefined ? undefined : id}>
        {channels.map((channel) => (
          <ChannelEntry key={channel.id} channel={channel} place={place} />
        ))}
      </ul>
    </>
  );
}

/** Administrators change all settings. Many people may add emoji. */
function mayChangeOrganization(state: ClientState): boolean {
  const person = me(state);
  if ('is_admin' in person && person.is_admin) return true;
  return isPermitted(state, organizationSetting(state, 'can_add_custom_emoji_group') as Parameters<typeof isPermitted>[1]);
}

function DirectEntries({ place }: { readonly place: Place }) {
  const { texts, workspace } = usePage();
  const state = useClientState();
  const counts = unreadCounts(state);
  const conversations = useMemo(() => recentDirectConversations(state).slice(0, MOST_CONVERSATIONS), [state]);
  return (
    <ul>
      {conversations.map(({ userIds }) => {
        const there: Place = { kind: 'direct', userIds: [...userIds].sort((a, b) => a - b) };
        const [only] = userIds;
        const status = userIds.length === 1 && only !== undefined ? statusOf(state, only) : undefined;
        const presence = userIds.length === 1 && only !== undefined ? presenceOf(state, only, Date.now() / 1_000) : 'offline';
        return (
          <li key={userIds.join(',')}>
            <PlaceLink className="entry" place={there} isCurrent={isSamePlace(place, there)}>
              <span className={`presence ${presence}`} aria-hidden="true" />
              <span className="entry-name" dir="auto">
                {peopleNames(state, userIds, texts)}
              </span>
              {status !== undefined && <Status status={status} />}
              {presence !== 'offline' && <span className="hidden">{texts.of(presence)}</span>}
              <UnreadBadge count={counts.byConversation.get(directConversation([...userIds, workspace.session.userId])) ?? 0} />
            </PlaceLink>
          </li>
        );
      })}
    </ul>
  );
}
