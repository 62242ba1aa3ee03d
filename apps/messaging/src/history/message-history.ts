import type { MessageEdit, MessageHistoryEntry } from '@parley/contracts/messaging';
import { htmlDiff } from './html-diff.js';
import type { StoredHistory } from './read-stored-history.js';

/** A past or current state of a message. */
interface Version {
  readonly topic: string;
  readonly content: string;
  readonly rendered: string;
}

/** The history of a message, oldest entry first: the original, then each change. Without content if only moves are visible. Pure. */
export function messageHistory(message: StoredHistory, movesOnly: boolean): MessageHistoryEntry[] {
  const entries: MessageHistoryEntry[] = [];
  let version: Version = { topic: message.topic, content: message.content, rendered: message.rendered };
  for (const edit of message.edits) {
    const before = versionBefore(edit, version);
    const isShown = !movesOnly || edit.prev_topic !== undefined || edit.prev_stream !== undefined;
    if (isShown) entries.push(changeEntry(edit, before, version, movesOnly));
    version = before;
  }
  const first = { user_id: message.senderId, timestamp: message.sentAt, topic: version.topic };
  return [{ ...first, ...texts(version, movesOnly) }, ...entries.reverse()];
}

function versionBefore(edit: MessageEdit, after: Version): Version {
  return {
    topic: edit.prev_topic ?? after.topic,
    content: edit.prev_content ?? after.content,
    rendered: edit.prev_rendered_content ?? after.rendered,
  };
}

function changeEntry(edit: MessageEdit, before: Version, after: Version, movesOnly: boolean): MessageHistoryEntry {
  const { user_id, timestamp, prev_topic, prev_stream, stream, prev_content } = edit;
  return {
    user_id,
    timestamp,
    topic: after.topic,
    ...texts(after, movesOnly),
    ...(prev_topic !== undefined && { prev_topic }),
    ...(prev_stream !== undefined && { prev_stream, ...(stream !== undefined && { stream }) }),
    ...(prev_content !== undefined &&
      !movesOnly && {
        prev_content: before.content,
        prev_rendered_content: before.rendered,
        content_html_diff: htmlDiff(before.rendered, after.rendered),
      }),
  };
}

function texts({ content, rendered }: Version, movesOnly: boolean) {
  return movesOnly ? {} : { content, rendered_content: rendered };
}
