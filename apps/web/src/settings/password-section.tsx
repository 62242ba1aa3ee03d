import { updateSettings } from '@parley/contracts/settings';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { settingsTexts } from '../texts/parts/settings-texts.js';
import { useOrganization, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';

/** Another password. The other browsers are signed out by the server. */
export function PasswordSection() {
  const { workspace } = usePage();
  const words = useWords(settingsTexts);
  const work = useWork();
  const shortest = useOrganization(({ state }) => Number((state as Readonly<Record<string, unknown>>).password_min_length ?? 0));
  const [before, setBefore] = useState('');
  const [after, setAfter] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    work.run(
      () => workspace.client.call(updateSettings, { old_password: before, new_password: after }),
      () => {
        setBefore('');
        setAfter('');
      },
      words.of('passwordChanged'),
    );
  };
  return (
    <section>
      <h3>{words.of('changePassword')}</h3>
      <form onSubmit={save}>
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" hidden readOnly value={workspace.session.email} />
        <label>
          {words.of('oldPassword')}
          <input
            type="password"
            required
            autoComplete="current-password"
            value={before}
            onChange={(event) => setBefore(event.target.value)}
          />
        </label>
        <label>
          {words.of('newPassword')}
          <input
            type="password"
            required
            minLength={shortest}
            autoComplete="new-password"
            value={after}
            onChange={(event) => setAfter(event.target.value)}
          />
        </label>
        <WorkState work={work} />
        <Button type="submit" className="main-button" isDisabled={before === '' || after === ''}>
          {words.of('changePassword')}
        </Button>
      </form>
    </section>
  );
}
