import { type ClientEvent, type Part, type QueueView } from '../domain-event.js';
import { ALL_ROLES } from '../roles.js';

/** Whether the client keeps groups that are deactivated. To the others such a group is gone. */
export function knowsDeactivatedGroups({ capabilities }: QueueView): boolean {
  return capabilities.include_deactivated_groups === true;
}

/** What happened to a group, to everybody who knows of it but those left out. */
export function toldOfGroup(event: Readonly<Record<string, unknown>>, isDeactivated: boolean, except: readonly number[] = []): Part {
  return {
    clientType: 'user_group',
    audience: { roles: ALL_ROLES, ...(except.length === 0 ? {} : { except }) },
    wants: (queue) => !isDeactivated || knowsDeactivatedGroups(queue),
    render: (): ClientEvent => ({ type: 'user_group', ...event }),
  };
}
