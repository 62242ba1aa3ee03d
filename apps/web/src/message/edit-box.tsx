import { getMessage, updateMessage } from '@parley/contracts/messaging';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { usePage } from '../workspace/context.js';

/** Edits the text of a message. What was typed stays if the server refuses it. */
export function EditBox({ messageId, onEnd }: { readonly messageId: number; readonly onEnd: () => void }) {
  const { workspace, texts } = usePage();
  const [text, setText] = useState<string>();
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const failed = (reason: unknown) => setError(reason instanceof Error ? reason.message : String(reason));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is loaded once, and what is typed replaces it
  useEffect(() => {
    const params = { message_id: messageId, apply_markdown: false, allow_empty_topic_name: true };
    workspace.client.call(getMessage, params).then(({ message }) => setText(message.content), failed);
  }, [messageId]);
  const isLoaded = text !== undefined;
  useEffect(() => {
    if (isLoaded) field.current?.focus();
  }, [isLoaded]);

  const save = () => {
    if (text === undefined) return;
    setError(undefined);
    workspace.client.call(updateMessage, { message_id: messageId, content: text }).then(onEnd, failed);
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onEnd();
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
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
      )}
      {error !== undefined && (
        <p role="alert" className="error">
          {texts.of('failed', { reason: error })}
        </p>
      )}
      <Button className="main-button" onPress={save} isDisabled={text === undefined}>
        {texts.of('save')}
      </Button>
      <Button className="plain-button" onPress={onEnd}>
        {texts.of('cancel')}
      </Button>
    </div>
  );
}
