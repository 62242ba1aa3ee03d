import { useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { type Destination, draftName, messageTo, topicDraftName } from '../places/destination.js';
import { useClientState, usePage } from '../workspace/context.js';
import { placeName } from '../workspace/names.js';
import { SuggestedText } from './suggested-text.js';
import { UploadList, useDroppedFiles, useUploads } from './upload-list.js';

export interface ComposeHandle {
  readonly focus: () => void;
}

interface ComposeProps {
  readonly destination: Destination;
  /** The destination was chosen at a place where several conversations are mixed. */
  readonly onClose?: () => void;
  readonly onSent: () => void;
  readonly onLeave: () => void;
  readonly handle: React.Ref<ComposeHandle>;
}

/** Writes a message, with files. The text is a draft of its conversation from the first character on, so nothing that is typed gets lost. */
export function Compose({ destination, onClose, onSent, onLeave, handle }: ComposeProps) {
  const { workspace, texts } = usePage();
  const state = useClientState();
  const name = draftName(destination);
  const [text, setText] = useState(() => workspace.drafts.of(name));
  const topicDraft = topicDraftName(destination);
  const [topic, setTopic] = useState(() => workspace.drafts.of(topicDraft));
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const uploads = useUploads(name);
  const attach = useCallback((files: Iterable<File>) => workspace.uploads.add(name, files), [workspace, name]);
  useDroppedFiles(attach);
  useEffect(() => {
    const read = () => setText(workspace.drafts.of(name));
    read();
    return workspace.drafts.additions.subscribe(read);
  }, [workspace, name]);
  // With another conversation, or none, typing in this one ends.
  useEffect(() => () => workspace.typing.stopped(), [workspace]);

  const change = (next: string) => {
    setText(next);
    workspace.drafts.keep(name, next);
    if (next.trim() === '') workspace.typing.stopped();
    else workspace.typing.typed(destination);
  };
  const changeTopic = (next: string) => {
    setTopic(next);
    workspace.drafts.keep(topicDraft, next);
  };
  const mustWait = text.trim() === '' || uploads.some(({ status }) => status !== 'failed');
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus() }));
  const send = () => {
    if (mustWait) return;
    workspace.outbox.send(messageTo(destination, topic, text, workspace.session.userId));
    change('');
    // The field keeps the topic for the next message.
    workspace.drafts.keep(topicDraft, '');
    field.current?.focus();
    onSent();
  };
  return (
    <form
      className="compose"
      aria-label={texts.of('compose')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        attach(event.clipboardData.files);
      }}
    >
      <UploadList uploads={uploads} />
      {onClose && (
        <p className="compose-to" dir="auto">
          {texts.of('messageTo', { name: placeName(state, destination, texts) })}
          <Button className="icon-button" aria-label={texts.of('close')} onPress={onClose}>
            <span aria-hidden="true">✕</span>
          </Button>
        </p>
      )}
      {destination.kind === 'channel' && (
        <input
          className="topic-field"
          dir="auto"
          aria-label={texts.of('topic')}
          placeholder={texts.of('topic')}
          maxLength={Number((state as Readonly<Record<string, unknown>>).max_topic_length ?? 60)}
          value={topic}
          onChange={(event) => changeTopic(event.target.value)}
        />
      )}
      <div className="compose-line">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={texts.of('attachFiles')}
          onChange={({ target }) => {
            attach(target.files ?? []);
            target.value = '';
          }}
        />
        <Button className="icon-button" aria-label={texts.of('attachFiles')} onPress={() => picker.current?.click()}>
          <span aria-hidden="true">📎</span>
        </Button>
        <SuggestedText
          label={texts.of('messageTo', { name: placeName(state, destination, texts) })}
          value={text}
          onChange={change}
          onSend={send}
          onLeave={onLeave}
          field={field}
        />
        <Button type="submit" className="main-button" isDisabled={mustWait}>
          {texts.of('send')}
        </Button>
      </div>
    </form>
  );
}
