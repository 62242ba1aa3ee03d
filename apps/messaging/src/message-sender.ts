import type { MessageFacts } from '@parley/contracts';
import type { MessageSender } from '@parley/persistence';
import { avatarUrlOf, isAvatarComputable } from '@parley/policies';

/** A sender as messages show him. */
export function senderFacts(sender: MessageSender): MessageFacts['sender'] {
  return {
    id: sender.id,
    email: sender.email,
    fullName: sender.fullName,
    avatarUrl: avatarUrlOf(sender),
    avatarIsComputable: isAvatarComputable(sender),
  };
}
