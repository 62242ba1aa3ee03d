import type { MessageFacts } from '@parley/contracts/messaging';
import { channelInFragment, inFragment } from '@parley/markdown';

/** The place of a message in the web client of its organization. */
export function linkTo(url: string, { id, recipient }: Pick<MessageFacts, 'id' | 'recipient'>): string {
  if (recipient.kind === 'direct') return `${url}/#narrow/dm/${recipient.participants.map((each) => each.id).join(',')}-dm/near/${id}`;
  const channel = channelInFragment({ id: recipient.channelId, name: recipient.channelName });
  return `${url}/#narrow/${channel}/topic/${inFragment(recipient.topic)}/near/${id}`;
}
