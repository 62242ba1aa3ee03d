import { lazy, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { loadPart } from '../failure/load-part.js';
import { MenuButton } from '../menus/menu-button.js';
import { type Destination, draftName, messageTo } from '../places/destination.js';
import { useClientState, usePage } from '../workspace/context.js';
import { placeName } from '../workspace/names.js';
import { AttachButton } from './attach-button.js';
import { PreviewArea } from './preview-area.js';
import { SuggestedText } from './suggested-text.js';
import { TopicField } from './topic-field.js';
import { UploadList, useDroppedFiles, useUploads } from './upload-list.js';
import { useDraft, useTopicDraft } from './use-draft.js';

// Loaded when it is needed.
const ComposeMenu = lazy(loadPart(() => import('./compose-menu.js')));

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
  const { workspace, texts, windows } = usePage();
  const state = useClientState();
  const name = draftName(destination);
  const [text, setText] = useDraft(destination);
  const topic = useTopicDraft(destination);
  const [isPreview, setPreview] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const uploads = useUploads(name);
  const attach = useCallback((files: Iterable<File>) => workspace.uploads.add(name, files), [workspace, name]);
  useDroppedFiles(attach);
  // With another conversation, or none, typing in this one ends.
  useEffect(() => () => workspace.typing.stopped(), [workspace]);

  const change = (next: string) => {
    setText(next);
    workspace.drafts.keep(name, next);
    // Also if it is the topic of the message before.
    if (next.trim() !== '') topic.keep(topic.shown);
    if (next.trim() === '') workspace.typing.stopped();
    else workspace.typing.typed(destination);
  };
  const mustWait = text.trim() === '' || uploads.some(({ status }) => status !== 'failed');
  const insert = (inserted: string) => {
    const before = workspace.drafts.of(name);
    const at = Math.min(field.current?.selectionStart ?? before.length, before.length);
    change(`${before.slice(0, at)}${inserted}${before.slice(at)}`);
    field.current?.focus();
  };
  const schedule = () =>
    windows.open({
      kind: 'schedule',
      message: messageTo(destination, topic.shown, text, workspace.session.userId),
      // Another conversation may be shown by then, or another browser may have changed the text.
      onScheduled: () => {
        if (workspace.drafts.of(name) !== text) return;
        workspace.drafts.replace(name, '');
        topic.keep('');
      },
    });
  useImperativeHandle(handle, () => ({ focus: () => field.current?.focus() }));
  const send = () => {
    if (mustWait) return;
    workspace.outbox.send(messageTo(destination, topic.shown, text, workspace.session.userId));
    change('');
    // The field keeps the topic for the next message.
    topic.keep('');
    setPreview(false);
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
      {destination.kind === 'channel' && <TopicField topic={topic.shown} onChange={topic.change} />}
      {isPreview && <PreviewArea text={text} onEnd={() => setPreview(false)} />}
      <div className="compose-line">
        <AttachButton onChoose={attach} />
        <MenuButton
          label={texts.of('composeActions')}
          glyph="⊕"
          menu={(menu) => (
            <ComposeMenu {...menu} onPreview={() => setPreview(true)} onInsert={insert} onSchedule={mustWait ? undefined : schedule} />
          )}
        />
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
