import { describe, expect, it } from '@jest/globals';
import type { Span, SpanOptions } from '@parley/runtime';
import { spanOfStatement } from './statement-span.js';

/** Records what its children are given. */
class Around implements Span {
  readonly traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  readonly traceparent = `00-${this.traceId}-00f067aa0ba902b7-01`;
  readonly children: [string, SpanOptions | undefined][] = [];

  child(name: string, options?: SpanOptions): Span {
    this.children.push([name, options]);
    return this;
  }
  set(): void {
    // Not needed.
  }
  end(): void {
    // Not needed.
  }
}

function made(statement: unknown) {
  const around = new Around();
  spanOfStatement(around, statement);
  const [[name, options] = []] = around.children;
  return [name, options?.attributes?.['db.query.text']];
}

describe('the span of a statement', () => {
  it('has its operation, and its text with placeholders', () => {
    expect(made({ text: 'SELECT *\n  FROM message WHERE content = $1', values: ['secret'] })).toEqual([
      'postgresql SELECT',
      'SELECT * FROM message WHERE content = $1',
    ]);
  });

  it('has nothing of a message of several statements but the one that was written', () => {
    const text = "BEGIN;\nUPDATE draft SET content = 'secret';\nCOMMIT";
    expect(made({ text, statement: 'UPDATE draft SET content = $1' })).toEqual(['postgresql UPDATE', 'UPDATE draft SET content = $1']);
    expect(made({ text: "BEGIN;\nSET TRANSACTION SNAPSHOT 'secret'", statement: undefined })).toEqual(['postgresql BEGIN', undefined]);
  });

  it('has no text of a statement that is only a text, which may have values in it', () => {
    expect(made("SELECT 'secret'")).toEqual(['postgresql SELECT', undefined]);
    expect(made({ text: "SELECT 'secret'" })).toEqual(['postgresql SELECT', undefined]);
    expect(made(undefined)).toEqual(['postgresql statement', undefined]);
  });

  it.each([
    ['WITH a AS (SELECT 1 FOR UPDATE), b AS (INSERT INTO message (id) SELECT 1) SELECT * FROM b', 'INSERT'],
    ['WITH head AS (UPDATE organization_counter c SET seq = 1) SELECT 1', 'UPDATE'],
    ['UPDATE "public"."draft" SET a = $1', 'UPDATE'],
    ['DELETE FROM draft', 'DELETE'],
    ['SELECT 1 FROM a FOR UPDATE', 'SELECT'],
    ['COMMIT', 'COMMIT'],
  ])('is named by what it writes: %s', (text, operation) => {
    expect(made({ text, values: [] })).toEqual([`postgresql ${operation}`, text]);
  });

  it('has a bounded text', () => {
    expect(String(made({ text: `SELECT ${'x'.repeat(5_000)}`, values: [] })[1])).toHaveLength(1_000);
  });

  it('is made only inside of a trace', () => {
    expect(spanOfStatement(undefined, { text: 'SELECT 1', values: [] })).toBeUndefined();
  });
});
