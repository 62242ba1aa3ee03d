import { apiErrors } from '@parley/contracts';

/** Extra time on the server for a user who began the edit within the limit. */
export const EDIT_GRACE_SECONDS = 20;

/** Facts that decide whether the content of a message may be edited. */
export interface ContentEditStanding {
  /** allow_message_editing */
  readonly isEditingAllowed: boolean;
  readonly isOwn: boolean;
  /** It has submessages (a poll or a to-do list). */
  readonly isWidget: boolean;
  readonly ageSeconds: number;
  /** message_content_edit_limit_seconds; null means no limit. */
  readonly limitSeconds: number | null;
}

/**
 * Checks that the user may edit the content of a message.
 * @throws the first reason why not.
 */
export function checkMayEditContent({ isEditingAllowed, isOwn, isWidget, ageSeconds, limitSeconds }: ContentEditStanding): void {
  if (!isEditingAllowed) throw apiErrors.editingDisabled();
  if (!isOwn) throw apiErrors.mayNotEditMessage();
  if (isPast(limitSeconds, ageSeconds)) throw apiErrors.tooLateToEdit();
  if (isWidget) throw apiErrors.widgetNotEditable();
}

/** Whether a message of this age is past the time limit for edits. */
export function isPast(limitSeconds: number | null, ageSeconds: number): boolean {
  return limitSeconds !== null && ageSeconds > limitSeconds + EDIT_GRACE_SECONDS;
}
