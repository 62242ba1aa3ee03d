import type { Span } from '@parley/runtime';

const MAX_TEXT_LENGTH = 1_000;
/** What a statement does, the first that applies: it may write in a common table expression, and reads in most cases too. */
const OPERATIONS = [
  /\b(INSERT)\s+INTO\b/i,
  /\b(DELETE)\s+FROM\b/i,
  /\b(UPDATE)\s+(?:ONLY\s+)?[\w".]+\s+(?:(?:AS\s+)?\w+\s+)?SET\b/i,
  /\b(SELECT|BEGIN|COMMIT|ROLLBACK|SET|LOCK|CALL)\b/i,
];

/**
 * The span of a statement, below the span of the work that makes it. It has the text with placeholders, and never a value: a message of several
 * statements has its values in its text, so of it only the statement as it was written is shown.
 */
export function spanOfStatement(around: Span | undefined, statement: unknown): Span | undefined {
  if (around === undefined) return undefined;
  const { sent, shown } = textsOf(statement);
  const operation = operationOf(shown ?? sent);
  const text = shown?.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH);
  return around.child(`postgresql ${operation}`, {
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(text === undefined ? {} : { 'db.query.text': text }),
    },
  });
}

function operationOf(text: string): string {
  for (const pattern of OPERATIONS) {
    const [, word] = pattern.exec(text) ?? [];
    if (word !== undefined) return word.toUpperCase();
  }
  return 'statement';
}

/** `shown`: only of a statement whose values are not in its text. */
function textsOf(statement: unknown): { readonly sent: string; readonly shown?: string } {
  if (typeof statement === 'string') return { sent: statement };
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return { sent: '' };
  const sent = String(statement.text);
  // `sendTogether` names what was written.
  if ('statement' in statement) return statement.statement === undefined ? { sent } : { sent, shown: String(statement.statement) };
  return 'values' in statement ? { sent, shown: sent } : { sent };
}
