import {
  type CommonTableExpr,
  type JoinExpr,
  type Node,
  parseSync,
  type RangeFunction,
  type RangeVar,
  type SelectStmt,
  type WithClause,
} from 'libpg-query';
import { Bindings } from './bindings.js';
import { bind, type Column, isBound, type Scope, type Source } from './scope.js';
import { partsOf, queriesIn, textsOf } from './syntax.js';

/** The column that holds the organization, of each table that has one. */
export type OrganizationKeys = ReadonlyMap<string, string>;

interface Names {
  /** Columns of the CTEs in sight. */
  readonly ctes: ReadonlyMap<string, readonly Column[]>;
  readonly outer: Scope | undefined;
  readonly variables: ReadonlySet<string>;
}

/** A condition, and the sources that it can bind: the ON of a left join does not restrict the rows of its left side. */
interface Condition {
  readonly test: Node;
  readonly binds: (source: Source) => boolean;
}

interface From {
  readonly sources: Source[];
  readonly conditions: Condition[];
  /** What functions are given. */
  readonly given: Node[];
  /** Queries that see the sources next to them. */
  readonly laterals: { readonly source: Source; readonly query: Node; readonly columnNames: readonly string[] }[];
}

/** @throws Error if PostgreSQL could not parse it */
export function unboundTables(statement: string, keys: OrganizationKeys, variables: ReadonlySet<string> = new Set()): string[] {
  const walk = new StatementWalk(keys);
  for (const { stmt } of parseSync(statement).stmts ?? [])
    if (stmt !== undefined) walk.columnsOf(stmt, { ctes: new Map(), outer: undefined, variables });
  return [...new Set(walk.unbound)];
}

/** Walks one statement and collects the tables that no condition binds to an organization. */
class StatementWalk {
  readonly unbound: string[] = [];
  private isTrial = false;

  constructor(private readonly keys: OrganizationKeys) {}

  /** Walks a statement, and returns the columns of its result. */
  columnsOf(node: Node, given: Names): readonly Column[] {
    if ('SelectStmt' in node) return this.select(node.SelectStmt, given);
    if ('InsertStmt' in node) {
      const { relation, selectStmt, onConflictClause, returningClause, withClause } = node.InsertStmt;
      const names = this.withCtes(withClause, given);
      if (selectStmt !== undefined) this.columnsOf(selectStmt, names);
      // The rows that it writes have the organization that it gives them.
      const sources = this.from([relation === undefined ? undefined : { RangeVar: relation }], names).sources;
      sources.forEach(bind);
      const excluded = sources.map((source) => ({ ...source, name: 'excluded' }));
      return this.query(
        names,
        { sources: [...sources, ...excluded], conditions: [], given: [], laterals: [] },
        onConflictClause,
        returningClause?.exprs,
      );
    }
    if ('UpdateStmt' in node) {
      const { relation, fromClause = [], whereClause, targetList, returningClause, withClause } = node.UpdateStmt;
      return this.change(relation, fromClause, whereClause, targetList, returningClause?.exprs, this.withCtes(withClause, given));
    }
    if ('DeleteStmt' in node) {
      const { relation, usingClause = [], whereClause, returningClause, withClause } = node.DeleteStmt;
      return this.change(relation, usingClause, whereClause, [], returningClause?.exprs, this.withCtes(withClause, given));
    }
    return [];
  }

  private change(
    relation: RangeVar | undefined,
    others: readonly Node[],
    where: Node | undefined,
    values: readonly Node[] | undefined,
    returned: readonly Node[] | undefined,
    names: Names,
  ): readonly Column[] {
    const target = relation === undefined ? [] : [{ RangeVar: relation }];
    return this.query(names, this.from([...target, ...others], names, where), values, returned);
  }

  private select(select: SelectStmt, given: Names): readonly Column[] {
    const names = this.withCtes(select.withClause, given);
    if (select.larg !== undefined && select.rarg !== undefined) {
      const right = this.select(select.rarg, names);
      return this.select(select.larg, names).map(({ name, isOrganization }, index) => ({
        name,
        isOrganization: isOrganization && right[index]?.isOrganization === true,
      }));
    }
    const from = this.from(select.fromClause ?? [], names, select.whereClause);
    const { targetList, fromClause: _, whereClause: __, withClause: ___, valuesLists, ...others } = select;
    const columns = this.query(names, from, [others, valuesLists], targetList);
    return valuesLists === undefined ? columns : this.valuesColumns(valuesLists, names);
  }

  private valuesColumns(rows: readonly Node[], names: Names): readonly Column[] {
    const scope = { sources: [], outer: names.outer, variables: names.variables };
    const lists = rows.map((row) => ('List' in row ? (row.List.items ?? []) : []));
    const bindings = this.bindings(names);
    return (lists[0] ?? []).map((_, index) => ({
      name: `column${index + 1}`,
      isOrganization: lists.every((values) => bindings.isOrganization(values[index], scope)),
    }));
  }

  /** Finds what is bound, reports what is not, and walks the queries inside. */
  private query(names: Names, from: From, clauses: unknown, targets: readonly Node[] | undefined): readonly Column[] {
    const scope: Scope = { sources: from.sources, outer: names.outer, variables: names.variables };
    const bindings = this.bindings(names);
    const bindAll = (): void => {
      const bound = from.conditions.flatMap(({ test, binds }) =>
        [...bindings.boundBy(test, scope)].filter((source) => from.sources.includes(source) && binds(source)),
      );
      if (bound.map(bind).some((isNew) => isNew)) bindAll();
    };
    bindAll();
    for (const { source, query, columnNames } of from.laterals)
      source.columns = renamed(this.columnsOf(query, { ...names, outer: scope }), columnNames);
    bindAll();
    if (!this.isTrial)
      for (const source of from.sources)
        if (!isBound(source)) this.unbound.push(source.name === source.table?.name ? source.name : `${source.table?.name} ${source.name}`);
    const inside = queriesIn([clauses, targets, from.given, from.conditions.map(({ test }) => test)]);
    for (const query of inside) this.columnsOf(query, { ...names, outer: scope });
    return (targets ?? []).flatMap((target) => this.targetColumns(target, scope, bindings));
  }

  private targetColumns(target: Node, scope: Scope, bindings: Bindings): readonly Column[] {
    if (!('ResTarget' in target)) return [];
    const { name, val } = target.ResTarget;
    if (val !== undefined && 'ColumnRef' in val) {
      const { of, column } = partsOf(val.ColumnRef);
      if (column === undefined)
        return scope.sources.filter((source) => of === undefined || source.name === of).flatMap(({ columns }) => columns);
      return [{ name: name ?? column, isOrganization: bindings.isOrganization(val, scope) }];
    }
    return [{ name: name ?? '', isOrganization: bindings.isOrganization(val, scope) }];
  }

  /** Queries in expressions are walked without reports here, because `query` walks them once more. */
  private bindings(names: Names): Bindings {
    return new Bindings((query, scope) => {
      const was = this.isTrial;
      this.isTrial = true;
      const columns = this.columnsOf(query, { ...names, outer: scope });
      this.isTrial = was;
      return columns;
    });
  }

  private withCtes(clause: WithClause | undefined, given: Names): Names {
    const ctes = new Map(given.ctes);
    const names = { ...given, ctes };
    for (const node of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in node)) continue;
      const { ctename = '', ctequery } = node.CommonTableExpr;
      if (ctequery === undefined) continue;
      if (clause?.recursive === true) ctes.set(ctename, this.firstColumns(node.CommonTableExpr, names));
      ctes.set(ctename, renamed(this.columnsOf(ctequery, names), textsOf(node.CommonTableExpr.aliascolnames)));
    }
    return names;
  }

  /** The columns of a CTE that refers to itself: those of its part that does not. */
  private firstColumns({ ctequery, aliascolnames }: CommonTableExpr, names: Names): readonly Column[] {
    const first = ctequery !== undefined && 'SelectStmt' in ctequery ? ctequery.SelectStmt.larg : undefined;
    if (first === undefined) return [];
    const was = this.isTrial;
    this.isTrial = true;
    const columns = renamed(this.select(first, names), textsOf(aliascolnames));
    this.isTrial = was;
    return columns;
  }

  private from(nodes: readonly (Node | undefined)[], names: Names, where?: Node): From {
    const from: From = { sources: [], conditions: [], given: [], laterals: [] };
    for (const node of nodes) if (node !== undefined) this.addSources(node, names, from);
    if (where !== undefined) from.conditions.push({ test: where, binds: () => true });
    return from;
  }

  private addSources(node: Node, names: Names, from: From): void {
    if ('JoinExpr' in node) this.addJoin(node.JoinExpr, names, from);
    if ('RangeVar' in node) from.sources.push(this.named(node.RangeVar, names));
    if ('RangeFunction' in node) {
      from.sources.push(ofFunction(node.RangeFunction));
      from.given.push(node);
    }
    if ('RangeSubselect' in node) {
      const { lateral, subquery, alias } = node.RangeSubselect;
      if (subquery === undefined) return;
      const columnNames = textsOf(alias?.colnames);
      const columns = lateral === true ? [] : renamed(this.columnsOf(subquery, names), columnNames);
      const source: Source = { name: alias?.aliasname ?? '', columns };
      from.sources.push(source);
      if (lateral === true) from.laterals.push({ source, query: subquery, columnNames });
    }
  }

  private addJoin({ jointype, larg, rarg, quals, usingClause }: JoinExpr, names: Names, from: From): void {
    const before = from.sources.length;
    if (larg !== undefined) this.addSources(larg, names, from);
    const left = from.sources.slice(before);
    if (rarg !== undefined) this.addSources(rarg, names, from);
    const right = from.sources.slice(before + left.length);
    const isLeft = jointype === 'JOIN_LEFT';
    const isRight = jointype === 'JOIN_RIGHT';
    const binds = (source: Source): boolean => {
      if (jointype === 'JOIN_FULL') return false;
      return !(isLeft && left.includes(source)) && !(isRight && right.includes(source));
    };
    const equal = textsOf(usingClause).flatMap((column) => {
      const holders = (sources: readonly Source[]) => sources.filter(({ columns }) => columns.some(({ name }) => name === column));
      return holders(left).flatMap((one) => holders(right).map((other) => equality(column, one.name, other.name)));
    });
    for (const test of quals === undefined ? equal : [quals]) from.conditions.push({ test, binds });
  }

  private named({ relname = '', schemaname, alias }: RangeVar, { ctes }: Names): Source {
    const name = alias?.aliasname ?? relname;
    const cte = schemaname === undefined ? ctes.get(relname) : undefined;
    if (cte !== undefined) return { name, columns: renamed(cte, textsOf(alias?.colnames)) };
    const key = this.keys.get(relname);
    if (key === undefined) return { name, columns: [] };
    return { name, table: { name: relname, key }, columns: [{ name: key, isOrganization: false }] };
  }
}

/** A function returns what it is given: rows of parameters. */
function ofFunction({ alias, coldeflist = [] }: RangeFunction): Source {
  const name = alias?.aliasname ?? '';
  const defined = coldeflist.flatMap((node) => ('ColumnDef' in node ? (node.ColumnDef.colname ?? []) : []));
  const columns = [name, ...textsOf(alias?.colnames), ...defined];
  return { name, columns: columns.map((each) => ({ name: each, isOrganization: true })), isGiven: true };
}

function renamed(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  return columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
}

function equality(column: string, left: string, right: string): Node {
  const ref = (of: string): Node => ({ ColumnRef: { fields: [{ String: { sval: of } }, { String: { sval: column } }] } });
  return { A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: '=' } }], lexpr: ref(left), rexpr: ref(right) } };
}
