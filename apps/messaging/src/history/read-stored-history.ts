import { strangersAmong, type Viewer } from '@parley/access';
import { type MessageEdit, mentionedIn, withoutNames } from '@parley/contracts/messaging';
import { type OrganizationSettingValues, organizationSettings } from '@parley/contracts/organization';
import { organizationById, type SqlReader } from '@parley/persistence';
import { readEdits } from './history.repository.js';

/** A message with its stored edits. */
export interface StoredHistory {
  readonly senderId: number;
  /** Seconds since the epoch. */
  readonly sentAt: number;
  readonly isDirect: boolean;
  readonly topic: string;
  readonly content: string;
  readonly rendered: string;
  /** Newest first. */
  readonly edits: readonly MessageEdit[];
  readonly policy: OrganizationSettingValues['message_edit_history_visibility_policy'];
}

/** Undefined if the viewer may not read the message or it does not exist. */
export async function readStoredHistory(reader: SqlReader, viewer: Viewer, messageId: number): Promise<StoredHistory | undefined> {
  const row = await readEdits(reader, viewer, messageId);
  if (row === undefined) return undefined;
  const stored = (await organizationById(reader, viewer.organizationId))?.settings ?? {};
  const known = await withoutStrangers(reader, viewer, row);
  return { ...known, policy: organizationSettings(stored).message_edit_history_visibility_policy };
}

/** Removes the names of people whom the viewer may not see. */
async function withoutStrangers<H extends Pick<StoredHistory, 'rendered' | 'edits'>>(
  reader: SqlReader,
  viewer: Viewer,
  history: H,
): Promise<H> {
  const texts = [history.rendered, ...history.edits.flatMap(({ prev_rendered_content }) => prev_rendered_content ?? [])];
  const strangers = await strangersAmong(reader, viewer, texts.flatMap(mentionedIn));
  if (strangers.size === 0) return history;
  const shown = (text: string) => withoutNames(text, strangers);
  const edits = history.edits.map((edit) => ({
    ...edit,
    ...(edit.prev_rendered_content !== undefined && { prev_rendered_content: shown(edit.prev_rendered_content) }),
  }));
  return { ...history, rendered: shown(history.rendered), edits };
}
