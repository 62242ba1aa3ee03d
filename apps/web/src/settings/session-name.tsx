import { MAX_SESSION_NAME, updateSession } from '@parley/contracts/organization';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { settingsTexts } from '../texts/parts/settings-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';

interface SessionNameProps {
  readonly id: string;
  readonly browser: string;
  readonly name: string | null;
  readonly onNamed: () => void;
}

/** The name of a session, by which the person recognizes it, and a form to change it. */
export function SessionName({ id, browser, name, onNamed }: SessionNameProps) {
  const { workspace, texts, report } = usePage();
  const words = useWords(settingsTexts);
  const [isNaming, setNaming] = useState(false);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('name'));
    setNaming(false);
    workspace.client.call(updateSession, { session_id: id, name: given }).then(onNamed, report);
  };
  if (!isNaming)
    return (
      <Button className="plain-button" aria-label={words.of('nameSessionOf', { browser })} onPress={() => setNaming(true)}>
        {words.of('nameSession')}
      </Button>
    );
  return (
    <form onSubmit={save}>
      <label>
        {words.of('sessionName')}
        {/* biome-ignore lint/a11y/noAutofocus: the reader has just asked for this field */}
        <input name="name" dir="auto" maxLength={MAX_SESSION_NAME} defaultValue={name ?? ''} autoFocus />
      </label>
      <Button type="submit" className="plain-button">
        {texts.of('save')}
      </Button>
    </form>
  );
}
