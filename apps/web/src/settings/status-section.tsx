import { statusOf } from '@parley/client';
import { setOwnStatus, type UserStatus } from '@parley/contracts/settings';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { loadPart } from '../failure/load-part.js';
import { useClientState, usePage } from '../workspace/context.js';
import { Status } from '../workspace/status.js';

/** The server keeps what is not given. */
type UserStatusChange = Pick<UserStatus, 'status_text' | 'emoji_name' | 'emoji_code' | 'reaction_type'>;

const EmojiDialog = lazy(loadPart(() => import('../dialogs/emoji-dialog.js')));
/** The limit of the server. */
const LONGEST = 60;

/** What others see beside the person's name. */
export function StatusSection() {
  const { workspace, texts } = usePage();
  const state = useClientState();
  const current = statusOf(state, workspace.session.userId);
  const [text, setText] = useState(current?.status_text ?? '');
  const [isChoosing, setChoosing] = useState(false);
  const [error, setError] = useState<string>();
  const set = (change: UserStatusChange) => {
    setError(undefined);
    workspace.client
      .call(setOwnStatus, change)
      .catch((reason: unknown) => setError(reason instanceof Error ? reason.message : String(reason)));
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== (current?.status_text ?? '')) set({ status_text: text.trim() });
  };
  const clear = () => {
    setText('');
    set({ status_text: '', emoji_name: '' });
  };
  return (
    <section>
      <h3>{texts.of('status')}</h3>
      <p role="status" dir="auto">
        {current === undefined ? texts.of('noStatus') : <Status status={current} />}
      </p>
      <form className="status-form" onSubmit={save}>
        <label>
          {texts.of('statusText')}
          <input dir="auto" maxLength={LONGEST} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <Button type="submit" className="main-button">
          {texts.of('save')}
        </Button>
        <Button className="plain-button" onPress={() => setChoosing(true)}>
          {texts.of('statusEmoji')}
        </Button>
        <Button className="plain-button" isDisabled={current === undefined} onPress={clear}>
          {texts.of('clearStatus')}
        </Button>
      </form>
      {error !== undefined && (
        <p role="alert" className="error">
          {texts.of('failed', { reason: error })}
        </p>
      )}
      {isChoosing && (
        <Suspense fallback={null}>
          <EmojiDialog
            title={texts.of('statusEmoji')}
            onClose={() => setChoosing(false)}
            onChoose={({ name, code, type }) => {
              setChoosing(false);
              set({ emoji_name: name, emoji_code: code, reaction_type: type });
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
