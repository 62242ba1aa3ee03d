import type { ChannelValues } from './channel-fields.js';

/** What a person has changed and not saved. */
export interface ChannelEdits {
  /** What these fields showed when the person began to change them. */
  readonly before: Partial<ChannelValues>;
  readonly after: Partial<ChannelValues>;
}

export const NO_EDITS: ChannelEdits = { before: {}, after: {} };

/** After another change in the form, which showed `shown`. A field that is as before is no longer changed, and follows the server again. */
export function edited({ before, after }: ChannelEdits, shown: ChannelValues, next: ChannelValues): ChannelEdits {
  const began = { ...only(shown, (key) => next[key] !== shown[key]), ...before };
  const isChanged = (key: keyof ChannelValues) => key in began && next[key] !== began[key];
  return { before: only(began, isChanged), after: only({ ...after, ...next }, isChanged) };
}

function only(values: Partial<ChannelValues>, isWanted: (key: keyof ChannelValues) => boolean): Partial<ChannelValues> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => isWanted(key as keyof ChannelValues)));
}

/** What the server, which has `current`, is asked to change. What others have changed in other fields stays. */
export function changesIn({ before, after }: ChannelEdits, current: ChannelValues) {
  const values = { ...current, ...after };
  const isSame = values.posters === current.posters;
  return changesOf({ ...current, ...(!isSame && 'posters' in before && { posters: before.posters }) }, values);
}

/** What the server is asked to change. Undefined if nothing changed, or the name is empty. */
export function changesOf(before: ChannelValues, after: ChannelValues) {
  const name = after.name.trim();
  const description = after.description.trim();
  const { posters } = after;
  if (name === '') return undefined;
  const changes = {
    ...(name !== before.name && { new_name: name }),
    ...(description !== before.description && { description }),
    ...(after.isPrivate !== before.isPrivate && { is_private: after.isPrivate }),
    // The old value is sent too, so that a change of another person in between is not undone.
    ...(typeof posters === 'number' &&
      posters !== before.posters && { can_send_message_group: { new: posters, ...oldOf(before.posters) } }),
    ...(after.folderId !== before.folderId && { folder_id: after.folderId }),
  };
  return Object.keys(changes).length === 0 ? undefined : changes;
}

function oldOf(value: ChannelValues['posters']) {
  if (value === undefined) return {};
  if (typeof value === 'number') return { old: value };
  return { old: { direct_members: [...value.direct_members], direct_subgroups: [...value.direct_subgroups] } };
}
