import { ALL_ROLES } from '@parley/contracts';
import type { ClientEvent, Part, QueueView } from '../fan-out.js';

/** Whether the client shows deactivated groups. For others such a group does not exist. */
export function knowsDeactivatedGroups({ capabilities }: QueueView): boolean {
  return capabilities.include_deactivated_groups === true;
}

/** An event about a group, for all users except `except` whose clients show the group. */
export function toldOfGroup(event: Readonly<Record<string, unknown>>, isDeactivated: boolean, except: readonly number[] = []): Part {
  return {
    clientType: 'user_group',
    audience: { roles: ALL_ROLES, ...(except.length === 0 ? {} : { except }) },
    wants: (queue) => !isDeactivated || knowsDeactivatedGroups(queue),
    render: (): ClientEvent => ({ type: 'user_group', ...event }),
  };
}
