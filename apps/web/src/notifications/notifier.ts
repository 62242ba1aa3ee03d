import { type ClientState, setting } from '@parley/client';
import type { ServerEvent } from '@parley/client-events';
import type { MessageObject } from '@parley/contracts/messaging';
import { settingsTexts } from '../texts/parts/settings-texts.js';
import type { PageContext } from '../workspace/context.js';
import { placeName, placeOfMessage } from '../workspace/names.js';
import { noticed } from './noticed.js';
import { playSound } from './sounds.js';

const LONGEST = 300;
/** Of several open pages, the first one plays the sound. */
const SOUND_LOCK_MS = 2_000;

/** Shows and plays what is new, unless the person looks at the page. */
export function notify(page: PageContext, events: readonly ServerEvent[], state: ClientState): void {
  if (document.visibilityState === 'visible' && document.hasFocus()) return;
  let isHeard = false;
  for (const event of events) {
    if (event.type !== 'message') continue;
    const how = noticed(state, event.message, event.flags);
    isHeard ||= how.isHeard;
    if (how.isShown) show(page, event.message, how.hasText);
  }
  if (isHeard) void playOnce(String(setting(state, 'notification_sound') ?? 'zulip'));
}

function show({ workspace, navigation, texts, windows }: PageContext, message: MessageObject, hasText: boolean): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { state } = workspace.organization.store.get();
  const place = placeOfMessage(message, workspace.session.userId);
  const where = place.kind === 'topic' ? ` (${placeName(state, place, texts)})` : '';
  const options = {
    body: hasText ? textIn(message.content) : texts.part(settingsTexts).of('newDirectMessage'),
    // Several open pages show it once.
    tag: `message ${message.id}`,
    // The page has its own sounds.
    silent: true,
  };
  const shown = new Notification(`${message.sender_full_name}${where}`, options);
  shown.onclick = () => {
    window.focus();
    windows.close();
    navigation.go(place, message.id);
    shown.close();
  };
}

async function playOnce(sound: string): Promise<void> {
  // Pages that were not loaded over TLS have no locks.
  if (navigator.locks === undefined) return playSound(sound);
  await navigator.locks.request('parley sound', { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    playSound(sound);
    await new Promise((resolve) => setTimeout(resolve, SOUND_LOCK_MS));
  });
}

/** The text of HTML, which is not inserted into the page. */
function textIn(html: string): string {
  return (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim().slice(0, LONGEST);
}
