import { user } from '@parley/client';
import type { MessageHistoryEntry } from '@parley/contracts/messaging';
import { getMessageHistory } from '@parley/contracts/messaging';
import { RenderedHtml } from '../message/rendered-html.js';
import { useClientState, usePage } from '../workspace/context.js';
import { channelName, topicName } from '../workspace/names.js';
import { useAnswer } from '../workspace/use-answer.js';
import { AnswerState } from './answer-state.js';
import { PageDialog } from './page-dialog.js';

/** The versions of a message, newest first, with what changed in each. */
export default function HistoryDialog({ messageId, onClose }: { readonly messageId: number; readonly onClose: () => void }) {
  const { workspace, texts } = usePage();
  const params = { message_id: messageId, allow_empty_topic_name: true };
  const answer = useAnswer(() => workspace.client.call(getMessageHistory, params), messageId);
  const versions = [...(answer.value?.message_history ?? [])].reverse();
  return (
    <PageDialog title={texts.of('editHistory')} onClose={onClose}>
      <AnswerState answer={answer} />
      <ol className="versions">
        {versions.map((version, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: versions have no id, and the list does not change
          <li key={place}>
            <Version version={version} isFirst={place === versions.length - 1} />
          </li>
        ))}
      </ol>
    </PageDialog>
  );
}

function Version({ version, isFirst }: { readonly version: MessageHistoryEntry; readonly isFirst: boolean }) {
  const { texts } = usePage();
  const state = useClientState();
  const { user_id: editor, timestamp, topic, prev_topic, stream, prev_stream, rendered_content, content_html_diff } = version;
  const name = editor === null ? '' : user(state, editor).full_name;
  const html = content_html_diff ?? (isFirst ? rendered_content : undefined);
  return (
    <article>
      <p className="notes" dir="auto">
        {texts.of(isFirst ? 'writtenBy' : 'changedBy', { name, time: texts.moment(timestamp) })}
      </p>
      {prev_stream !== undefined && stream !== undefined && (
        <p dir="auto">
          {texts.of('movedFrom', { from: `#${channelName(state, prev_stream, texts)}`, to: `#${channelName(state, stream, texts)}` })}
        </p>
      )}
      {prev_topic !== undefined && (
        <p dir="auto">{texts.of('topicChanged', { from: topicName(prev_topic, texts), to: topicName(topic, texts) })}</p>
      )}
      {html !== undefined && <RenderedHtml html={html} />}
    </article>
  );
}
