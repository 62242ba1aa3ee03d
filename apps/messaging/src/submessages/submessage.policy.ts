import { apiErrors, type InputOf, isStorable, type Refusal } from '@parley/contracts';
import type { addSubmessage } from '@parley/contracts/messaging';
import { jsonValue, judgeWidgetData, widgetKind } from './widget-data.js';

/** Maximum size of all submessages of a message together, because they are always loaded with the message. */
const MAX_CHARACTERS = 1_000_000;

const AUTHORS_ONLY = {
  poll: apiErrors.mayNotEditPollQuestion,
  todo: apiErrors.mayNotEditTaskListTitle,
} as const;

/** The submessages that a message has. */
export interface Attached {
  /** Content of the first submessage; null if there is none. */
  readonly first: string | null;
  readonly characters: number;
  /** Whether the sender of the message attached one of them. */
  readonly isBySender: boolean;
}

/** The first reason why a user may not attach the submessage. `isAuthor`: whether they sent the message. */
export function submessageRefusal(
  isAuthor: boolean,
  { first, characters, isBySender }: Attached,
  { msg_type, content }: Pick<InputOf<typeof addSubmessage>, 'msg_type' | 'content'>,
): Refusal {
  if (!isAuthor && !isBySender) return apiErrors.mayNotAttachSubmessage();
  const data = jsonValue(content);
  if (data === undefined || !isStorable(content)) return apiErrors.invalidSubmessage();
  if (!isStorable(msg_type)) return apiErrors.invalidFormat({ name: 'msg_type' });
  const kind = first === null ? null : widgetKind(first);
  const judgement = kind === null ? 'fits' : judgeWidgetData(kind, data, isAuthor);
  if (judgement === 'unfit') return apiErrors.invalidSubmessage();
  if (judgement === 'denied' && kind !== null) return AUTHORS_ONLY[kind]();
  return characters + content.length > MAX_CHARACTERS ? apiErrors.tooManySubmessages() : undefined;
}
