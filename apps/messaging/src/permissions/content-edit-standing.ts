import type { ContentEditStanding } from '@parley/policies';
import type { OrganizationStanding } from './organization-standing.js';
import type { TargetMessage } from './target-message.js';

/** What changing the text of this message depends on, for the person who stands so. */
export function contentEditStanding(
  { settings }: OrganizationStanding,
  { isOwn, isWidget, ageSeconds }: TargetMessage,
): ContentEditStanding {
  return {
    isEditingAllowed: settings.allow_message_editing,
    isOwn,
    isWidget,
    ageSeconds,
    limitSeconds: settings.message_content_edit_limit_seconds,
  };
}
