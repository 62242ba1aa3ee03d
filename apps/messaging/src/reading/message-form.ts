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
import type { FindTopicLinks } from '../linkifiers.js';
import { senderFacts } from '../message-sender.js';

/** A message in answers: the object of spec 2.1 with the caller's flags. Who is not logged in has read everything. */
export function messageForm(viewer: Viewer, message: PersonalMessage, view: MessageView, linksOf: FindTopicLinks): MessageObject {
  const { editHistory, ...others } = message.facts;
  const { recipient } = others;
  const edits = visibleEdits(editHistory ?? null, message.editPolicy);
  const topicLinks = recipient.kind === 'channel' ? [...linksOf(recipient.topic)] : [];
  const facts: MessageFacts = { ...others, ...(edits && { editHistory: edits }), sender: senderFacts(message.sender), topicLinks };
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
