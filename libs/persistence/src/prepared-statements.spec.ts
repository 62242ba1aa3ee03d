import { describe, expect, it } from '@jest/globals';
import { PREPARED, StatementNames } from './prepared-statements.js';

const marked = (text: string) => `\n    ${PREPARED.text} ${text}`;

describe('the name of a statement', () => {
  it('is the same for the same text, and differs between texts', () => {
    const names = new StatementNames();
    expect(names.of(marked('SELECT 1'))).toBe(names.of(marked('SELECT 1')));
    expect(names.of(marked('SELECT 2'))).not.toBe(names.of(marked('SELECT 1')));
  });

  it('is empty if the statement is not marked', () => {
    expect(new StatementNames().of(`SELECT '${PREPARED.text}'`)).toBe('');
  });

  it('is empty once a connection keeps the maximum number of texts', () => {
    const names = new StatementNames();
    const given = Array.from({ length: 200 }, (_, n) => names.of(marked(`SELECT ${n}`)));
    expect(given.filter((name) => name !== '')).toHaveLength(100);
    expect(names.of(marked('SELECT 0'))).toBe(given[0]);
  });
});
