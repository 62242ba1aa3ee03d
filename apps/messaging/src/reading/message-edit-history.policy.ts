import type { MessageEdit } from '@parley/contracts/messaging';
import type { OrganizationSettingValues } from '@parley/contracts/organization';

type HistoryPolicy = OrganizationSettingValues['message_edit_history_visibility_policy'];

/** The edits that users may see, newest first. Undefined if the history is hidden, including whether there were edits. */
export function visibleEdits(edits: readonly MessageEdit[] | null, policy: HistoryPolicy): MessageEdit[] | undefined {
  if (edits === null || policy === 'none') return undefined;
  if (policy === 'all') return [...edits];
  const moves = edits.filter(isMove).map(({ prev_content: _, prev_rendered_content: __, ...move }) => move);
  return moves.length === 0 ? undefined : moves;
}

function isMove(edit: MessageEdit): boolean {
  return edit.prev_topic !== undefined || edit.prev_stream !== undefined;
}
