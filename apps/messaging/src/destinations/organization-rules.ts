import type { DirectMessagePolicy } from '@parley/access';
import { z } from 'zod';
import type { SendContext } from './send-context.repository.js';

/** Settings of the organization that a send depends on, with initial values for those that are not stored. */
export interface OrganizationRules {
  readonly topicsPolicy: string;
  readonly directMessages: DirectMessagePolicy;
  readonly canMentionManyUsersGroup: number;
  readonly previewsMedia: boolean;
  readonly defaultCodeLanguage: string;
  /** Whether guests only see people with whom they share a channel or conversation. */
  readonly guestsAreLimited: boolean;
}

const storedSettings = z.object({
  topics_policy: z.string().default('allow_empty_topic'),
  direct_message_permission_group: z.int().optional(),
  direct_message_initiator_group: z.int().optional(),
  can_mention_many_users_group: z.int().optional(),
  inline_image_preview: z.boolean().default(true),
  default_code_block_language: z.string().default(''),
  can_access_all_users_group: z.int().optional(),
});

export function organizationRules({ settings, systemGroups }: SendContext['organization']): OrganizationRules {
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
    previewsMedia: stored.inline_image_preview,
    defaultCodeLanguage: stored.default_code_block_language,
    guestsAreLimited: unlessEveryone(stored.can_access_all_users_group) !== null,
  };
}
