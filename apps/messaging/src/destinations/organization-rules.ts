import type { DirectMessagePolicy } from '@parley/access';
import { z } from 'zod';

/** Settings of the organization that decide who may write where, with initial values for those that are not stored. */
export interface OrganizationRules {
  readonly topicsPolicy: string;
  readonly directMessages: DirectMessagePolicy;
  readonly canMentionManyUsersGroup: number;
  /** Whether guests only see people with whom they share a channel or conversation. */
  readonly guestsAreLimited: boolean;
}

const storedSettings = z.object({
  topics_policy: z.string().default('allow_empty_topic'),
  direct_message_permission_group: z.int().optional(),
  direct_message_initiator_group: z.int().optional(),
  can_mention_many_users_group: z.int().optional(),
  can_access_all_users_group: z.int().optional(),
});

/** What is stored of an organization: its settings, and the ids of its system groups by name. */
interface StoredOrganization {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly systemGroups: Readonly<Record<string, number>>;
}

export function organizationRules({ settings, systemGroups }: StoredOrganization): OrganizationRules {
  const stored = storedSettings.parse(settings);
  const systemGroup = (name: string) => {
    const id = systemGroups[name];
    if (id === undefined) throw new Error(`the organization has no group ${name}`);
    return id;
  };
  /** Null means everyone, which needs no group check. */
  const unlessEveryone = (group: number | undefined) => (group === systemGroup('role:everyone') ? null : (group ?? null));
  return {
    topicsPolicy: stored.topics_policy,
    directMessages: {
      permissionGroup: unlessEveryone(stored.direct_message_permission_group),
      permissionIsNobody: stored.direct_message_permission_group === systemGroup('role:nobody'),
      initiatorGroup: unlessEveryone(stored.direct_message_initiator_group),
    },
    canMentionManyUsersGroup: stored.can_mention_many_users_group ?? systemGroup('role:administrators'),
    guestsAreLimited: unlessEveryone(stored.can_access_all_users_group) !== null,
  };
}
