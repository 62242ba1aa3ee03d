import type { ColumnRef } from 'libpg-query';
import { partsOf } from './syntax.js';

/** A column of a query's result. */
export interface Column {
  readonly name: string;
  /** It holds the organization that the statement is for. */
  readonly isOrganization: boolean;
}

/** What a query reads from under one name: a table, a CTE, another query or a function. */
export interface Source {
  readonly name: string;
  /** Set for a table of organizations: `key` is the column that holds the organization. */
  readonly table?: { readonly name: string; readonly key: string };
  /** Columns known so far. The key of a table becomes an organization when a condition binds it. */
  columns: readonly Column[];
  /** Rows of parameters. */
  readonly isGiven?: boolean;
}

export function isBound({ table, columns }: Source): boolean {
  return table === undefined || columns.some(({ name, isOrganization }) => name === table.key && isOrganization);
}

/** @returns whether it was not bound before */
export function bind(source: Source): boolean {
  if (source.table === undefined || isBound(source)) return false;
  source.columns = [{ name: source.table.key, isOrganization: true }];
  return true;
}

/** The names that the expressions of a query can use. */
export interface Scope {
  readonly sources: readonly Source[];
  readonly outer: Scope | undefined;
  /** Parameters and variables of a function. */
  readonly variables: ReadonlySet<string>;
}

/** The source that a qualified column belongs to. */
export function sourceOf(ref: ColumnRef, scope: Scope): Source | undefined {
  const { of } = partsOf(ref);
  for (let at: Scope | undefined = of === undefined ? undefined : scope; at !== undefined; at = at.outer) {
    const source = at.sources.find(({ name }) => name === of);
    if (source !== undefined) return source;
  }
  return undefined;
}

/** What a column reference means. Undefined: a column without an organization. */
export function resolve(ref: ColumnRef, scope: Scope): { readonly source: Source; readonly column: Column } | 'variable' | undefined {
  const { of, column: name } = partsOf(ref);
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    for (const source of at.sources) {
      if (of !== undefined && source.name !== of) continue;
      const column = source.columns.find((each) => each.name === name);
      if (column !== undefined) return { source, column };
      if (of !== undefined) return undefined;
    }
  }
  return scope.variables.has(of ?? name ?? '') ? 'variable' : undefined;
}
