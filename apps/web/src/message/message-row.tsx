import type { MessageObject } from '@parley/contracts/messaging';
import { lazy, memo, Suspense } from 'react';
import { Button } from 'react-aria-components/Button';
import { ErrorBoundary } from '../failure/error-boundary.js';
import { loadPart } from '../failure/load-part.js';
import { Avatar } from '../workspace/avatar.js';
import { usePage } from '../workspace/context.js';
import { EditBox } from './edit-box.js';
import { MessageActions, type MessageCommands } from './message-actions.js';
import { Reactions } from './reactions.js';
import { RenderedHtml } from './rendered-html.js';

// Loaded when a message has one.
const Widget = lazy(loadPart(() => import('./widget.js')));

interface MessageRowProps {
  readonly message: MessageObject;
  readonly isFirstOfSender: boolean;
  readonly isEditing: boolean;
  readonly onEditEnd: (messageId: number) => void;
  readonly commands: MessageCommands;
}

export const MessageRow = memo(({ message, isFirstOfSender, isEditing, onEditEnd, commands }: MessageRowProps) => {
  const { texts, windows } = usePage();
  const flags = message.flags ?? [];
  const time = texts.time(message.timestamp);
  const isoTime = new Date(message.timestamp * 1_000).toISOString();
  const classes = ['message', isFirstOfSender && 'first', !flags.includes('read') && 'is-unread', isMention(flags) && 'is-mention'];
  return (
    <article
      className={classes.filter(Boolean).join(' ')}
      data-message-id={message.id}
      tabIndex={-1}
      aria-label={texts.of('messageFrom', { name: message.sender_full_name, time: texts.moment(message.timestamp) })}
    >
      <div className="gutter">{isFirstOfSender && <Avatar userId={message.sender_id} address={message.avatar_url} />}</div>
      <div className="body">
        {isFirstOfSender && (
          <div className="sender">
            <Button className="sender-name" onPress={() => windows.open({ kind: 'profile', userId: message.sender_id })}>
              <span dir="auto">{message.sender_full_name}</span>
            </Button>
            <time dateTime={isoTime} title={texts.moment(message.timestamp)}>
              {time}
            </time>
          </div>
        )}
        {isEditing ? <EditBox messageId={message.id} onEnd={() => onEditEnd(message.id)} /> : <Content message={message} />}
        <Notes message={message} />
        <Reactions message={message} />
      </div>
      <MessageActions message={message} commands={commands} />
    </article>
  );
});

function Content({ message }: { readonly message: MessageObject }) {
  const plain = <RenderedHtml html={message.match_content ?? message.content} />;
  if (message.submessages.length === 0) return plain;
  return (
    <ErrorBoundary about={message} fallback={() => plain}>
      <Suspense fallback={plain}>
        <Widget message={message} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Notes({ message }: { readonly message: MessageObject }) {
  const { texts } = usePage();
  const notes = [
    ...(message.last_edit_timestamp === undefined ? [] : [texts.of('edited')]),
    ...(message.flags?.includes('starred') ? [`★ ${texts.of('starredFlag')}`] : []),
  ];
  return notes.length === 0 ? null : <p className="notes">{notes.join(' · ')}</p>;
}

function isMention(flags: readonly string[]): boolean {
  return flags.includes('mentioned') || flags.includes('wildcard_mentioned');
}
