import { type ClientState, channels } from '@parley/client';
import { bestFits } from '../matching/best-fits.js';
import { operatorOf, SEARCH_OPERATORS, type SearchOperator, writtenTerm } from './search-query.js';

export interface SearchSuggestion {
  /** What it stands for: `channel:`, or `from:"Ann Lee"`. */
  readonly label: string;
  /** The whole query with it. */
  readonly query: string;
  /** The operator that it offers, without an operand yet. */
  readonly operator?: SearchOperator;
}

const MOST = 8;
/** The last term, which is being written. */
const LAST = /(?:^|\s)(-?)(?:([a-z-]+):(?:"([^"]*)|([^\s":]*))|([^\s":]*))$/i;

/** What can complete the last term of a query. */
export function searchSuggestions(query: string, state: ClientState): readonly SearchSuggestion[] {
  const found = LAST.exec(query);
  if (found === null) return [];
  const [whole, minus = '', name, quoted, plain, word = ''] = found;
  const start = query.slice(0, query.length - whole.length + (/^\s/.test(whole) ? 1 : 0));
  if (name === undefined) {
    const names = Object.keys(SEARCH_OPERATORS) as SearchOperator[];
    const fitting = names.filter((each) => each.startsWith(word.toLowerCase()));
    return fitting.map((operator) => ({
      label: `${minus}${operator}:`,
      query: `${start}${minus}${operator}:`,
      operator,
    }));
  }
  const operator = operatorOf(name);
  if (operator === undefined) return [];
  return operandsFor(operator, quoted ?? plain ?? '', state).map((operand) => {
    const term = `${minus}${writtenTerm(operator, operand)}`;
    return { label: term, query: `${start}${term} ` };
  });
}

function operandsFor(operator: SearchOperator, written: string, state: ClientState): readonly string[] {
  const kind = SEARCH_OPERATORS[operator];
  if (typeof kind === 'object') return bestFits(kind as readonly string[], written, (each) => [each], MOST);
  if (kind === 'channel') return bestFits(channels(state), written, ({ name }) => [name], MOST).map(({ name }) => name);
  if (kind === 'topic') return [];
  const people = bestFits(state.realm_users ?? [], written, ({ full_name, email }) => [full_name, email], MOST);
  return [...new Set(people.map(({ full_name }) => full_name))];
}
