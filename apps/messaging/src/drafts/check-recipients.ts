import { readViewer } from '@parley/access';
import { apiErrors, type Caller } from '@parley/contracts';
import { type Tx } from '@parley/persistence';
import type { CheckedDraft } from './checked-draft.js';
import { knownUserIds, readableChannelIds } from './drafts.repository.js';

/** @throws for the first draft to a channel that its owner may not read, or to a user who does not exist or whom the owner may not see. */
export async function checkRecipients(tx: Tx, caller: Caller, drafts: readonly CheckedDraft[]): Promise<void> {
  const viewer = await readViewer(tx, caller);
  const channels = await readableChannelIds(tx, viewer, idsOf(drafts, 'stream'));
  const people = await knownUserIds(tx, viewer, idsOf(drafts, 'private'));
  for (const { type, to } of drafts) {
    if (type === 'stream' && to.some((id) => !channels.has(id))) throw apiErrors.invalidChannelId();
    const unknown = type === 'private' ? to.find((id) => !people.has(id)) : undefined;
    if (unknown !== undefined) throw apiErrors.invalidRecipientId({ userId: unknown });
  }
}

function idsOf(drafts: readonly CheckedDraft[], type: CheckedDraft['type']): number[] {
  return [...new Set(drafts.filter((draft) => draft.type === type).flatMap(({ to }) => to))];
}
