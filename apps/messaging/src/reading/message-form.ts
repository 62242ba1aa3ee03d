import { buildMessageObject, type Caller, flagNames, type MessageFacts, type MessageObject, type MessageView } from '@parley/contracts';
import type { PersonalMessage } from '@parley/persistence';
import { senderFacts } from '../message-sender.js';

/** A message in answers: the object of spec 2.1 with the caller's flags. */
export function messageForm(message: PersonalMessage, view: MessageView): MessageObject {
  const facts: MessageFacts = { ...message.facts, sender: senderFacts(message.sender) };
  return { ...buildMessageObject(facts, view), flags: flagNames(message.flagBits, facts.attrs) };
}

/** How an answer's parameters, and the client that asks, want messages. */
export function viewOf(
  { clientName }: Caller,
  params: { apply_markdown: boolean; client_gravatar: boolean; allow_empty_topic_name: boolean },
): MessageView {
  return {
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar,
    knowsEmptyTopic: params.allow_empty_topic_name,
    clientName,
  };
}
