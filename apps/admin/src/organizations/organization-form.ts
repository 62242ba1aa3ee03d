import type { Organization } from './find-organization.js';

/** An organization for programs. */
export function organizationJson({ id, stringId, name, host, isDeactivated }: Organization) {
  return { id, string_id: stringId, name, host, is_deactivated: isDeactivated };
}
