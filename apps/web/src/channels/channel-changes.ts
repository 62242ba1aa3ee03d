import type { ChannelValues } from './channel-fields.js';

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
    // The old value is sent too, so that a change of somebody else in between is not undone.
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
