import { avatarUrlOf, type MessageSender } from '@parley/access';
import { type MessageFacts, unknownSender } from '@parley/contracts/messaging';
import { isAvatarComputable, unknownEmail } from '@parley/contracts/organization';

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
