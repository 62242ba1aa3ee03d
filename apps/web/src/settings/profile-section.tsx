import { me } from '@parley/client';
import { deleteAvatar } from '@parley/contracts/organization';
import { updateSettings } from '@parley/contracts/settings';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { settingsTexts } from '../texts/parts/settings-texts.js';
import { Avatar } from '../workspace/avatar.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { ProfileFieldForm } from './profile-field-form.js';

/** Name, picture, time zone and the fields of the organization: what others see. */
export function ProfileSection() {
  const words = useWords(settingsTexts);
  const fields = [...(useClientState().custom_profile_fields ?? [])].sort((a, b) => a.order - b.order);
  return (
    <>
      <NameForm />
      <Picture />
      <TimeZoneForm />
      {fields.length > 0 && (
        <section>
          <h3>{words.of('aboutYou')}</h3>
          {fields.map((field) => (
            <ProfileFieldForm key={field.id} field={field} />
          ))}
        </section>
      )}
    </>
  );
}

function NameForm() {
  const { workspace, texts } = usePage();
  const words = useWords(settingsTexts);
  const work = useWork();
  const { full_name } = me(useClientState());
  const [name, setName] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name !== undefined)
      work.run(
        () => workspace.client.call(updateSettings, { full_name: name.trim() }),
        () => setName(undefined),
        words.of('saved'),
      );
  };
  return (
    <section>
      <h3>{words.of('name')}</h3>
      <form onSubmit={save}>
        <label>
          {words.of('yourName')}
          <input dir="auto" required autoComplete="name" value={name ?? full_name} onChange={(event) => setName(event.target.value)} />
        </label>
        <WorkState work={work} />
        <Button type="submit" className="main-button" isDisabled={name === undefined || name.trim() === ''}>
          {texts.of('save')}
        </Button>
      </form>
    </section>
  );
}

function Picture() {
  const { workspace } = usePage();
  const words = useWords(settingsTexts);
  const work = useWork();
  const picker = useRef<HTMLInputElement>(null);
  const myself = me(useClientState());
  const isOwn = 'avatar_url' in myself && (myself.avatar_url?.includes('/user_avatars/') ?? false);
  const send = (file: File | undefined) => {
    if (file !== undefined) work.run(() => workspace.sendForm('/users/me/avatar', file), undefined, words.of('saved'));
  };
  return (
    <section>
      <h3>{words.of('picture')}</h3>
      <div className="profile-head">
        <Avatar userId={workspace.session.userId} />
        <div>
          <input
            ref={picker}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/gif,image/webp"
            aria-label={words.of('choosePicture')}
            onChange={({ target }) => {
              send(target.files?.[0]);
              target.value = '';
            }}
          />
          <Button className="plain-button" onPress={() => picker.current?.click()}>
            {words.of('choosePicture')}
          </Button>
          {isOwn && (
            <Button className="plain-button" onPress={() => work.run(() => workspace.client.call(deleteAvatar, {}))}>
              {words.of('removePicture')}
            </Button>
          )}
        </div>
      </div>
      <WorkState work={work} />
    </section>
  );
}

function TimeZoneForm() {
  const { workspace } = usePage();
  const words = useWords(settingsTexts);
  const work = useWork();
  const state = useClientState();
  const myself = me(state);
  const current = 'timezone' in myself ? myself.timezone : '';
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([...(current === '' ? [] : [current]), here, ...Intl.supportedValuesOf('timeZone')])];
  return (
    <section>
      <label>
        {words.of('timeZone')}
        <select
          value={current}
          onChange={(event) =>
            work.run(() => workspace.client.call(updateSettings, { timezone: event.target.value }), undefined, words.of('saved'))
          }
        >
          <option value="">{words.of('noTimeZone')}</option>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </select>
      </label>
      <WorkState work={work} />
    </section>
  );
}
