import type { Organization } from './find-organization.js';

/** The JSON form of an organization. */
export function organizationJson({
  id,
  stringId,
  name,
  host,
  isDeactivated,
  isBeingPurged = false,
  isBeingImported = false,
  cell,
}: Organization) {
  const state = { is_deactivated: isDeactivated, is_being_purged: isBeingPurged, is_being_imported: isBeingImported };
  return { id, string_id: stringId, name, host, ...state, ...(cell === undefined ? {} : { cell }) };
}
