import { apiErrors } from '@parley/contracts';

/** A limit is measured on the server; whoever began to write in time may take this much longer. */
export const EDIT_GRACE_SECONDS = 20;

/** What changing the text of a message depends on. */
export interface ContentEditStanding {
  /** allow_message_editing */
  readonly isEditingAllowed: boolean;
  readonly isOwn: boolean;
  /** It has submessages: a poll, a to-do list. */
  readonly isWidget: boolean;
  readonly ageSeconds: number;
  /** message_content_edit_limit_seconds; null: none. */
  readonly limitSeconds: number | null;
}

/**
 * Whether somebody may change the text of a message (reference/rules.md section 5).
 * @throws badRequest with the first reason why not.
 */
export function checkMayEditContent({ isEditingAllowed, isOwn, isWidget, ageSeconds, limitSeconds }: ContentEditStanding): void {
  if (!isEditingAllowed) throw apiErrors.badRequest({ msg: 'Your organization has turned off message editing' });
  if (!isOwn) throw apiErrors.badRequest({ msg: "You don't have permission to edit this message" });
  if (isPast(limitSeconds, ageSeconds)) throw apiErrors.badRequest({ msg: 'The time limit for editing this message has passed' });
  if (isWidget) throw apiErrors.badRequest({ msg: 'Widgets cannot be edited.' });
}

/** Whether a message of this age may no longer be changed. */
export function isPast(limitSeconds: number | null, ageSeconds: number): boolean {
  return limitSeconds !== null && ageSeconds > limitSeconds + EDIT_GRACE_SECONDS;
}
