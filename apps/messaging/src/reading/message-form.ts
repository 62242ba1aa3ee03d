import { isSpectator, type PersonalMessage, type Viewer } from '@parley/access';
import { buildMessageObject, type MessageView } from '@parley/client-events';
import type { Caller, Visitor } from '@parley/contracts';
import { flagNames, type MessageFacts, type MessageObject } from '@parley/contracts/messaging';
import type { OrganizationAddresses } from '@parley/runtime';
import type { FindTopicLinks } from '../messages/linkifiers.js';
import { shownSender } from '../messages/message-sender.js';
import { visibleEdits } from './message-edit-history.policy.js';
import type { ReactingUsers } from './reacting-users.js';

/** Everything that the form of all messages of one answer depends on. */
export interface MessageForming {
  readonly view: MessageView;
  readonly linksOf: FindTopicLinks;
  readonly addresses: OrganizationAddresses;
  /** Set for clients that read the reacting users from the messages. */
  readonly reactingUsers?: ReactingUsers | undefined;
}

/** A message as returned to the caller, with their flags. For spectators every message is read. */
export function messageForm(viewer: Viewer, message: PersonalMessage, forming: MessageForming): MessageObject {
  const { view, linksOf, addresses, reactingUsers } = forming;
  const { editHistory, ...others } = message.facts;
  const { recipient } = others;
  const edits = visibleEdits(editHistory ?? null, message.editPolicy);
  const topicLinks = recipient.kind === 'channel' ? [...linksOf(recipient.topic)] : [];
  const sender = shownSender(message.sender, addresses.mailDomain(others.organizationStringId));
  const reactions = reactingUsers && others.reactions?.map((reaction) => ({ ...reaction, user: reactingUsers.get(reaction.user_id) }));
  const facts: MessageFacts = { ...others, ...(edits && { editHistory: edits }), ...(reactions && { reactions }), sender, topicLinks };
  return { ...buildMessageObject(facts, view), flags: isSpectator(viewer) ? ['read'] : flagNames(message.flagBits, facts.attrs) };
}

interface ViewParams {
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly allow_empty_topic_name: boolean;
}

/**
 * The form of messages that the parameters and the client require. Spectators do not receive avatars that are computed from email
 * addresses.
 */
export function viewOf(caller: Caller | Visitor, params: ViewParams): MessageView {
  return {
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar && 'userId' in caller,
    knowsEmptyTopic: params.allow_empty_topic_name,
    readerClient: caller.clientName,
  };
}
