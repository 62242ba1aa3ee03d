import { setting } from '@parley/client';
import { NOTIFICATION_SOUNDS, type UserSettingName, updateSettings } from '@parley/contracts/settings';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { playSound } from '../notifications/sounds.js';
import { settingsTexts } from '../texts/parts/settings-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useChoices } from '../workspace/use-choices.js';
import { useWords } from '../workspace/use-words.js';
import { WorkState } from '../workspace/use-work.js';
import { NOTIFICATION_GROUPS } from './notification-settings.js';

/** What tells the person of messages, where and how. */
export function NotificationSection() {
  const { workspace } = usePage();
  const words = useWords(settingsTexts);
  const state = useClientState();
  const { shown, choose, outcome } = useChoices<UserSettingName, unknown>(
    {
      current: (name) => setting(workspace.organization.store.get().state, name),
      send: (name, value) => workspace.client.call(updateSettings, { [name]: value }),
    },
    words.of('saved'),
  );
  const settingOf = (name: UserSettingName) => shown(name, setting(state, name));
  const sound = String(settingOf('notification_sound') ?? 'zulip');
  return (
    <>
      <DesktopPermission />
      <WorkState work={outcome} />
      {NOTIFICATION_GROUPS.map(({ title, settings }) => (
        <fieldset key={title}>
          <legend>{words.of(title)}</legend>
          {settings.map(([name, meaning]) => (
            <label key={name} className="choice-line">
              <input type="checkbox" checked={settingOf(name) === true} onChange={(event) => choose(name, event.target.checked)} />
              {words.of(meaning)}
            </label>
          ))}
        </fieldset>
      ))}
      <label>
        {words.of('sound')}
        <select value={sound} onChange={(event) => choose('notification_sound', event.target.value)}>
          {NOTIFICATION_SOUNDS.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
          <option value="none">{words.of('noSound')}</option>
        </select>
      </label>
      <Button className="plain-button" isDisabled={sound === 'none'} onPress={() => playSound(sound)}>
        {words.of('playSound')}
      </Button>
    </>
  );
}

/** Browsers ask once whether a site may show notifications, and only after a press. */
function DesktopPermission() {
  const words = useWords(settingsTexts);
  const [permission, setPermission] = useState<NotificationPermission | 'missing'>(() =>
    'Notification' in window ? Notification.permission : 'missing',
  );
  if (permission === 'default')
    return (
      <p>
        <Button className="main-button" onPress={() => void Notification.requestPermission().then(setPermission)}>
          {words.of('allowDesktop')}
        </Button>
      </p>
    );
  const state = { granted: 'desktopAllowed', denied: 'desktopDenied', missing: 'desktopMissing' } as const;
  return <p className="notes">{words.of(state[permission])}</p>;
}
