import { getMessage, updateMessage } from '@parley/contracts/messaging';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { usePage } from '../workspace/context.js';
import { EditDraft } from './edit-draft.js';

/** Edits the text of a message. What was typed stays if the server refuses it, and while the message is not on the screen. */
export function EditBox({ messageId, onEnd }: { readonly messageId: number; readonly onEnd: () => void }) {
  const { workspace, texts } = usePage();
  const [draft] = useState(() => new EditDraft(workspace.drafts, `edit ${messageId}`));
  const [text, setText] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const failed = (reason: unknown) => {
    setSaving(false);
    setError(reason instanceof Error ? reason.message : String(reason));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is loaded once, and what is typed replaces it
  useEffect(() => {
    let isOver = false;
    const params = { message_id: messageId, apply_markdown: false, allow_empty_topic_name: true };
    workspace.client.call(getMessage, params).then(({ message }) => !isOver && setText(draft.begin(message.content)), failed);
    return () => {
      isOver = true;
    };
  }, [messageId]);
  const isLoaded = text !== undefined;
  useEffect(() => {
    // A message that comes back onto the screen takes the focus from no other field.
    if (isLoaded && !document.activeElement?.closest('input, textarea, [role=dialog]')) field.current?.focus({ preventScroll: true });
  }, [isLoaded]);

  const change = (next: string) => {
    setText(next);
    draft.keep(next);
  };
  const end = () => {
    draft.end();
    onEnd();
  };
  const save = () => {
    if (text === undefined || isSaving) return;
    setError(undefined);
    setSaving(true);
    workspace.client
      .call(updateMessage, { message_id: messageId, content: text })
      .then(() => (draft.saved(text) ? onEnd() : setSaving(false)), failed);
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && !isSaving) end();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    save();
  };
  return (
    <div className="edit-box">
      {text === undefined ? (
        <p>{texts.of('loading')}</p>
      ) : (
        <textarea
          ref={field}
          aria-label={texts.of('editText')}
          dir="auto"
          rows={Math.min(12, text.split('\n').length + 1)}
          value={text}
          readOnly={isSaving}
          onChange={(event) => change(event.target.value)}
          onKeyDown={press}
        />
      )}
      {error !== undefined && (
        <p role="alert" className="error">
          {texts.of('failed', { reason: error })}
        </p>
      )}
      <Button className="main-button" onPress={save} isDisabled={text === undefined || isSaving}>
        {texts.of('save')}
      </Button>
      <Button className="plain-button" onPress={end} isDisabled={isSaving}>
        {texts.of('cancel')}
      </Button>
    </div>
  );
}
