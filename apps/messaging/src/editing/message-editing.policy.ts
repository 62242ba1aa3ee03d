import { apiErrors, type Refusal } from '@parley/contracts';

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

/** The first reason why the user may not edit the content of a message. */
export function contentEditRefusal({ isEditingAllowed, isOwn, isWidget, ageSeconds, limitSeconds }: ContentEditStanding): Refusal {
  if (!isEditingAllowed) return apiErrors.editingDisabled();
  if (!isOwn) return apiErrors.mayNotEditMessage();
  if (isPast(limitSeconds, ageSeconds)) return apiErrors.tooLateToEdit();
  if (isWidget) return apiErrors.widgetNotEditable();
  return undefined;
}

/** Whether a message of this age is past the time limit for edits. */
export function isPast(limitSeconds: number | null, ageSeconds: number): boolean {
  return limitSeconds !== null && ageSeconds > limitSeconds + EDIT_GRACE_SECONDS;
}
