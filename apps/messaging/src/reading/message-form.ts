import {
  buildMessageObject,
  type Caller,
  flagNames,
  type MessageFacts,
  type MessageObject,
  type MessageView,
  type Visitor,
} from '@parley/contracts';
import { isSpectator, type PersonalMessage, type Viewer } from '@parley/persistence';
import { visibleEdits } from '@parley/policies';
import type { OrganizationAddresses } from '@parley/runtime';
import type { FindTopicLinks } from '../linkifiers.js';
import { shownSender } from '../message-sender.js';
import type { ReactingUsers } from './reacting-users.js';

/** What the form of all messages of an answer depends on. */
export interface MessageForming {
  readonly view: MessageView;
  readonly linksOf: FindTopicLinks;
  readonly addresses: OrganizationAddresses;
  /** For the client that reads who reacted in the messages themselves. */
  readonly reactingUsers?: ReactingUsers | undefined;
}

/** A message in answers, with the caller's flags. Who is not logged in has read everything. */
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

/** How an answer's parameters, and the client that asks, want messages. Pictures that follow from email addresses are not for everybody. */
export function viewOf(caller: Caller | Visitor, params: ViewParams): MessageView {
  return {
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar && 'userId' in caller,
    knowsEmptyTopic: params.allow_empty_topic_name,
    clientName: caller.clientName,
  };
}
