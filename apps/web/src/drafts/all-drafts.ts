import type { ClientState } from '@parley/client';
import { drafts as draftsIn } from '@parley/client';
import type { Destination } from '../places/destination.js';
import { type DraftRecords, destinationOfDraft } from '../workspace/draft-records.js';
import type { Drafts } from '../workspace/drafts.js';

export interface ListedDraft {
  readonly key: string;
  readonly text: string;
  /** Undefined without a recipient. */
  readonly place: Destination | undefined;
  /** The draft of a conversation in this browser. */
  readonly conversation?: string;
  /** A draft that is on the server only: a second one of its conversation, or one without a recipient. */
  readonly id?: number;
  /** Seconds since the epoch, if the server knows. */
  readonly editedAt?: number;
}

interface Sources {
  readonly drafts: Drafts;
  readonly draftRecords: DraftRecords;
  readonly draftSync: { readonly destinationOf: (conversation: string) => Destination | undefined };
}

/** All drafts of the person, those of this browser and of others. The newest first. */
export function allDrafts({ drafts, draftRecords, draftSync }: Sources, state: ClientState): readonly ListedDraft[] {
  const listed = draftsIn(state);
  const here = drafts.conversations().flatMap((conversation): ListedDraft[] => {
    const place = draftSync.destinationOf(conversation);
    if (place === undefined) return [];
    const record = draftRecords.of(conversation);
    const onServer = listed.find(({ id }) => id === record?.id);
    return [{ key: conversation, text: drafts.of(conversation), place, conversation, ...(onServer && { editedAt: onServer.timestamp }) }];
  });
  const known = new Set(draftRecords.conversations().flatMap((conversation) => draftRecords.of(conversation)?.id ?? []));
  const elsewhere = listed
    .filter(({ id }) => !known.has(id))
    .map((draft) => ({
      key: `${draft.id}`,
      text: draft.content,
      place: destinationOfDraft(draft),
      id: draft.id,
      editedAt: draft.timestamp,
    }));
  // What the server does not know yet was edited just now.
  return [...here, ...elsewhere].sort((a, b) => (b.editedAt ?? Number.MAX_VALUE) - (a.editedAt ?? Number.MAX_VALUE));
}
