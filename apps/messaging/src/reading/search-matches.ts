import { displayTopic } from '@parley/contracts';
import type { MessageFacts } from '@parley/contracts/messaging';
import { escapeHtml } from '@parley/markdown';
import { type SqlReader } from '@parley/persistence';
import { highlight, wordsOf } from './highlight.js';
import type { Narrow } from './narrow-context.js';
import { wordForms } from './reading.repository.js';

/** A found message's content and topic as HTML, with the matches highlighted. */
export interface SearchMatch {
  readonly match_content: string;
  readonly match_subject: string;
}

type Searched = Pick<MessageFacts, 'rendered' | 'recipient'>;

/** Longer words are in no index. */
const MAX_WORD_LENGTH = 200;

export function isSearch({ terms }: Narrow): boolean {
  return terms.some((term) => term.operator === 'search');
}

/** Highlights matches in messages: words that are forms of the searched words. One statement, whatever the number of messages. */
export async function searchMatches(
  reader: SqlReader,
  { terms }: Narrow,
  messages: readonly Searched[],
  knowsEmptyTopic: boolean,
): Promise<SearchMatch[]> {
  const lexemes = terms.flatMap((term) => (term.operator === 'search' && !term.negated ? term.query.lexemes : []));
  const htmls = messages.map(({ rendered, recipient }) => ({ content: rendered, topic: topicHtml(recipient, knowsEmptyTopic) }));
  const words = wordsOf(htmls.flatMap(({ content, topic }) => [content, topic])).filter(({ length }) => length <= MAX_WORD_LENGTH);
  const found = new Set(lexemes.length === 0 ? [] : await wordForms(reader, lexemes, words));
  const marked = (html: string) => highlight(html, (word) => found.has(word));
  return htmls.map(({ content, topic }) => ({ match_content: marked(content), match_subject: marked(topic) }));
}

function topicHtml(recipient: MessageFacts['recipient'], knowsEmptyTopic: boolean): string {
  return recipient.kind === 'channel' ? escapeHtml(displayTopic(recipient.topic, knowsEmptyTopic)) : '';
}
