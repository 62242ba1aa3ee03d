import { avatarUrlOf, type MessageSender } from '@parley/access';
import { isAvatarComputable, type MessageFacts, unknownEmail, unknownSender } from '@parley/contracts';

/** A sender as messages show them. `host` is the host of the organization, without port. */
export function shownSender(sender: MessageSender, host: string): MessageFacts['sender'] {
  switch (sender.hides) {
    case 'everything':
      return unknownSender(sender.id, host);
    case 'address':
      return { ...senderFacts(sender), email: unknownEmail(sender.id, host), avatarIsComputable: false };
    default:
      return senderFacts(sender);
  }
}

export function senderFacts(sender: MessageSender): MessageFacts['sender'] {
  return {
    id: sender.id,
    email: sender.email,
    fullName: sender.fullName,
    avatarUrl: avatarUrlOf(sender),
    avatarIsComputable: isAvatarComputable(sender),
  };
}
