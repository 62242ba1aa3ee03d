import { me, type PendingMessage } from '@parley/client';
import { Button } from 'react-aria-components/Button';
import { Avatar } from '../workspace/avatar.js';
import { useClientState, usePage, useStore } from '../workspace/context.js';

interface PendingRowProps {
  readonly pending: PendingMessage;
  readonly onWriteAgain: (pending: PendingMessage) => void;
}

/** A message that the server does not have yet: its text as it was typed, and what becomes of it. */
export function PendingRow({ pending, onWriteAgain }: PendingRowProps) {
  const { workspace, texts } = usePage();
  const state = useClientState();
  const { outbox } = workspace;
  const myself = me(state);
  const isKept = useStore(outbox.isKept, (value) => value);
  const isRefused = pending.status === 'refused';
  return (
    <article className="message first is-pending" aria-label={myself.full_name} data-local-id={pending.localId}>
      <div className="gutter">
        <Avatar userId={myself.user_id} />
      </div>
      <div className="body">
        <div className="sender">
          <span className="sender-name" dir="auto">
            {myself.full_name}
          </span>
        </div>
        <p className="pending-text" dir="auto">
          {pending.message.content}
        </p>
        {isRefused ? (
          <p role="alert" className="error">
            {texts.of('notSent', { reason: pending.reason ?? '' })}
          </p>
        ) : (
          <p className="notes">{texts.of(pending.status === 'waiting' ? 'waiting' : 'sending')}</p>
        )}
        {isKept ? null : <p className="notes">{texts.of('notKept')}</p>}
        {isRefused && (
          <>
            <Button className="plain-button" onPress={() => outbox.retry(pending.localId)}>
              {texts.of('tryAgain')}
            </Button>
            <Button className="plain-button" onPress={() => onWriteAgain(pending)}>
              {texts.of('writeAgain')}
            </Button>
            <Button className="plain-button" onPress={() => outbox.discard(pending.localId)}>
              {texts.of('discard')}
            </Button>
          </>
        )}
      </div>
    </article>
  );
}
