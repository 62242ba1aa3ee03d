import { lazy } from 'react';
import { loadPart } from '../failure/load-part.js';
import { MenuButton } from '../menus/menu-button.js';
import type { Place } from '../places/place.js';
import { useClientState, usePage } from '../workspace/context.js';
import { placeName } from '../workspace/names.js';

// Loaded when they are needed.
const ChannelMenu = lazy(loadPart(() => import('../menus/channel-menu.js')));
const TopicMenu = lazy(loadPart(() => import('../menus/topic-menu.js')));

/** The button for the menu of a channel or a topic. None at other places. */
export function PlaceActions({ place }: { readonly place: Place }) {
  const { texts } = usePage();
  const name = placeName(useClientState(), place, texts);
  if (place.kind !== 'channel' && place.kind !== 'topic') return null;
  return (
    <MenuButton
      label={texts.of('placeActions', { name })}
      className="place-actions"
      menu={(menu) =>
        place.kind === 'topic' ? <TopicMenu {...menu} place={place} /> : <ChannelMenu {...menu} channelId={place.channelId} />
      }
    />
  );
}
