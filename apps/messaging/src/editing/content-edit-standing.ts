import type { ViewerPermissions } from '@parley/access';
import type { TargetMessage } from '../messages/target-message.repository.js';
import type { ContentEditStanding } from './message-editing.policy.js';

/** The facts that decide whether the caller may edit the content of this message. */
export function contentEditStanding({ settings }: ViewerPermissions, { isOwn, isWidget, ageSeconds }: TargetMessage): ContentEditStanding {
  return {
    isEditingAllowed: settings.allow_message_editing,
    isOwn,
    isWidget,
    ageSeconds,
    limitSeconds: settings.message_content_edit_limit_seconds,
  };
}
