import { apiErrors } from '@parley/contracts';

/** Facts about a message and a user who may read it that decide whether the user may delete it. */
export interface DeletionStanding {
  /** Whether the sender is the user or one of their bots. */
  readonly isOwn: boolean;
  /** Whether the user is in can_delete_any_message_group of the organization or of the channel. */
  readonly mayDeleteAny: boolean;
  /** Whether the user is in can_delete_own_message_group of the organization or of the channel. */
  readonly mayDeleteOwn: boolean;
  readonly ageSeconds: number;
  /** message_content_delete_limit_seconds; null means no limit. */
  readonly limitSeconds: number | null;
}

/**
 * Checks that the user may delete the message.
 * @throws the reason why not.
 */
export function checkMayDelete({ isOwn, mayDeleteAny, mayDeleteOwn, ageSeconds, limitSeconds }: DeletionStanding): void {
  if (mayDeleteAny) return;
  if (!isOwn || !mayDeleteOwn) throw apiErrors.mayNotDeleteMessage();
  if (limitSeconds !== null && ageSeconds > limitSeconds) {
    throw apiErrors.tooLateToDelete();
  }
}
