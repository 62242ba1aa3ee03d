import { apiErrors, type Refusal } from '@parley/contracts';

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

/** The reason why the user may not delete the message. */
export function deletionRefusal({ isOwn, mayDeleteAny, mayDeleteOwn, ageSeconds, limitSeconds }: DeletionStanding): Refusal {
  if (mayDeleteAny) return undefined;
  if (!isOwn || !mayDeleteOwn) return apiErrors.mayNotDeleteMessage();
  return limitSeconds !== null && ageSeconds > limitSeconds ? apiErrors.tooLateToDelete() : undefined;
}
