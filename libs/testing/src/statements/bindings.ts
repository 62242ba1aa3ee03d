import type { A_Expr, Node, SubLink } from 'libpg-query';
import { type Column, isBound, resolve, type Scope, type Source, sourceOf } from './scope.js';
import { partsOf, textsOf } from './syntax.js';

/** Returns the columns of a query inside an expression. */
export type ColumnsOf = (query: Node, scope: Scope) => readonly Column[];

/**
 * Messages are read in ranges of a channel, a topic or a conversation, from indexes without the organization. A range that another row names is of
 * the organization of that row.
 */
const RANGES: Readonly<Record<string, readonly string[]>> = { message: ['channel_id', 'origin_channel_id', 'topic_id', 'conversation_id'] };

/** Columns whose values are unique in the installation and determine the organization. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  organization: ['string_id'],
  api_key: ['digest'],
  api_token: ['digest'],
  attachment: ['path_id'],
  browser_session: ['digest'],
  email_change: ['nonce'],
  file_to_erase: ['key'],
  invitation: ['token_digest'],
  password_reset: ['nonce'],
  sent_mail: ['key'],
  sign_in_step: ['digest'],
};

/** `=`, `= ANY` and `IS NOT DISTINCT FROM`. */
const COMPARISONS: ReadonlySet<string> = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_NOT_DISTINCT']);

/** Understands expressions as far as they are about the organization. */
export class Bindings {
  constructor(private readonly columnsOf: ColumnsOf) {}

  /** Whether the value is the organization that the statement is for: a parameter, a constant, or a column that is bound. */
  isOrganization(value: Node | undefined, scope: Scope): boolean {
    if (value === undefined) return false;
    const all = (values: readonly Node[] = []) => values.length > 0 && values.every((each) => this.isOrganization(each, scope));
    if ('ParamRef' in value || 'A_Const' in value) return true;
    if ('TypeCast' in value) return this.isOrganization(value.TypeCast.arg, scope);
    if ('A_ArrayExpr' in value) return all(value.A_ArrayExpr.elements);
    if ('List' in value) return all(value.List.items);
    if ('CoalesceExpr' in value) return all(value.CoalesceExpr.args);
    if ('SubLink' in value) return this.firstIsOrganization(value.SubLink, scope);
    if (!('ColumnRef' in value)) return false;
    const found = resolve(value.ColumnRef, scope);
    return found === 'variable' || found?.column.isOrganization === true;
  }

  /** The tables whose organization must be right where the condition is true. */
  boundBy(condition: Node | undefined, scope: Scope): Set<Source> {
    if (condition === undefined) return new Set();
    if ('BoolExpr' in condition) {
      const { boolop, args = [] } = condition.BoolExpr;
      const [first = new Set<Source>(), ...rest] = boolop === 'NOT_EXPR' ? [] : args.map((each) => this.boundBy(each, scope));
      if (boolop === 'AND_EXPR') return new Set([first, ...rest].flatMap((each) => [...each]));
      return new Set([...first].filter((source) => rest.every((each) => each.has(source))));
    }
    if ('A_Expr' in condition) return this.boundByComparison(condition.A_Expr, scope);
    if ('SubLink' in condition) return this.boundByMembership(condition.SubLink, scope);
    return new Set();
  }

  private boundByComparison({ kind, name, lexpr, rexpr }: A_Expr, scope: Scope): Set<Source> {
    if (textsOf(name).at(-1) !== '=') return new Set();
    if (kind === 'AEXPR_IN' && rexpr !== undefined && 'List' in rexpr) {
      const [first = new Set<Source>(), ...rest] = (rexpr.List.items ?? []).map((item) => this.boundByPair(lexpr, item, scope));
      return new Set([...first].filter((source) => rest.every((each) => each.has(source))));
    }
    return COMPARISONS.has(kind ?? '') ? this.boundByPair(lexpr, rexpr, scope) : new Set();
  }

  /** Equal values, or rows of equal values. */
  private boundByPair(left: Node | undefined, right: Node | undefined, scope: Scope): Set<Source> {
    if (left !== undefined && right !== undefined && 'RowExpr' in left && 'RowExpr' in right) {
      const others = right.RowExpr.args ?? [];
      return new Set((left.RowExpr.args ?? []).flatMap((each, index) => [...this.boundByPair(each, others[index], scope)]));
    }
    const bound = new Set<Source>();
    if (this.isOrganization(right, scope)) this.addKey(left, scope, bound);
    if (this.isOrganization(left, scope)) this.addKey(right, scope, bound);
    this.addRange(left, right, scope, bound);
    this.addRange(right, left, scope, bound);
    return bound;
  }

  /** `(a, b) IN (SELECT ...)`. */
  private boundByMembership({ subLinkType, testexpr, operName, subselect }: SubLink, scope: Scope): Set<Source> {
    const bound = new Set<Source>();
    const isEquality = operName === undefined || textsOf(operName).at(-1) === '=';
    if (subLinkType !== 'ANY_SUBLINK' || !isEquality || subselect === undefined || testexpr === undefined) return bound;
    const columns = this.columnsOf(subselect, scope);
    const values = 'RowExpr' in testexpr ? (testexpr.RowExpr.args ?? []) : [testexpr];
    values.forEach((value, index) => {
      if (columns[index]?.isOrganization === true) this.addKey(value, scope, bound);
      this.addRange(value, subselect, scope, bound);
    });
    return bound;
  }

  private firstIsOrganization({ subLinkType, subselect }: SubLink, scope: Scope): boolean {
    if (subLinkType !== 'EXPR_SUBLINK' && subLinkType !== 'ARRAY_SUBLINK') return false;
    return subselect !== undefined && this.columnsOf(subselect, scope)[0]?.isOrganization === true;
  }

  /** `range` is a column of RANGES, `value` one of a bound row, or a query, which is checked by itself. */
  private addRange(range: Node | undefined, value: Node | undefined, scope: Scope, bound: Set<Source>): void {
    if (range === undefined || value === undefined || !('ColumnRef' in range)) return;
    const source = sourceOf(range.ColumnRef, scope);
    const { column = '' } = partsOf(range.ColumnRef);
    if (source?.table === undefined || !RANGES[source.table.name]?.includes(column)) return;
    const named = 'ColumnRef' in value ? sourceOf(value.ColumnRef, scope) : undefined;
    const isOfRow = named !== undefined && named !== source && named.isGiven !== true && isBound(named);
    if (isOfRow || 'SubLink' in value || 'SelectStmt' in value) bound.add(source);
  }

  private addKey(value: Node | undefined, scope: Scope, bound: Set<Source>): void {
    if (value === undefined || !('ColumnRef' in value)) return;
    const { of, column = '' } = partsOf(value.ColumnRef);
    const found = resolve(value.ColumnRef, scope);
    if (found !== undefined && found !== 'variable' && found.source.table?.key === found.column.name) bound.add(found.source);
    for (const source of scope.sources)
      if ((of === undefined || source.name === of) && ADDRESSES[source.table?.name ?? '']?.includes(column)) bound.add(source);
  }
}
