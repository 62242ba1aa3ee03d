import { apiErrors } from '@parley/contracts';

/** A message that somebody may read, and the somebody, with all that deleting it depends on. */
export interface DeletionStanding {
  /** Sent by himself or by a bot of his. */
  readonly isOwn: boolean;
  /** In can_delete_any_message_group of the organization, or of the channel. */
  readonly mayDeleteAny: boolean;
  /** In can_delete_own_message_group of the organization, or of the channel. */
  readonly mayDeleteOwn: boolean;
  readonly ageSeconds: number;
  /** message_content_delete_limit_seconds; null: none. */
  readonly limitSeconds: number | null;
}

/**
 * Whether somebody may delete a message (reference/rules.md section 5).
 * @throws badRequest with the reason why not.
 */
export function checkMayDelete({ isOwn, mayDeleteAny, mayDeleteOwn, ageSeconds, limitSeconds }: DeletionStanding): void {
  if (mayDeleteAny) return;
  if (!isOwn || !mayDeleteOwn) throw apiErrors.badRequest({ msg: "You don't have permission to delete this message" });
  if (limitSeconds !== null && ageSeconds > limitSeconds) {
    throw apiErrors.badRequest({ msg: 'The time limit for deleting this message has passed' });
  }
}
