import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, DropStmt, IndexStmt, Node } from 'libpg-query';
import type { MigrationFile } from '../workspace/migration.js';

export interface StatementFault {
  readonly message: string;
  readonly fix: string;
}

/** What a statement of a migration does wrong. `earlier`: the migrations before its own. */
export function statementFaults(node: Node, migration: MigrationFile, earlier: readonly MigrationFile[]): StatementFault[] {
  if ('IndexStmt' in node) return indexFaults(node.IndexStmt, migration);
  if ('DropStmt' in node) return dropFaults(node.DropStmt, migration);
  if ('AlterTableStmt' in node) return alterFaults(node.AlterTableStmt, migration, earlier);
  if ('RenameStmt' in node) {
    const { renameType } = node.RenameStmt;
    const isHarmless = renameType === 'OBJECT_INDEX' || renameType === 'OBJECT_TABCONSTRAINT';
    return isHarmless ? [] : removal(migration, 'RENAME', 'Add the new name, write both, and drop the old one in a later version.');
  }
  if ('GrantStmt' in node) return node.GrantStmt.is_grant ? [] : removal(migration, 'REVOKE', 'Revoke it in a later version.');
  if ('AlterEnumStmt' in node) {
    return node.AlterEnumStmt.oldVal === undefined ? [] : removal(migration, 'RENAME VALUE', 'Add a new value instead.');
  }
  if ('UpdateStmt' in node) return rowFaults('UPDATE', node.UpdateStmt.relation?.relname, migration);
  if ('DeleteStmt' in node) return rowFaults('DELETE', node.DeleteStmt.relation?.relname, migration);
  const [kind = ''] = Object.keys(node);
  const fault = REFUSED[kind];
  if (fault) return [fault];
  return HARMLESS.has(kind) ? [] : [{ message: `The rule does not know ${kind}.`, fix: 'Decide what it locks, and add it to the rule.' }];
}

/** They lock nothing that running services use, or for a moment only. */
const HARMLESS = new Set([
  'CommentStmt',
  'CreateDomainStmt',
  'CreateEnumStmt',
  'CreateExtensionStmt',
  'CreateFunctionStmt',
  'CreateRoleStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  'CreateStmt',
  'CreateTrigStmt',
  'InsertStmt',
  'SelectStmt',
  'VariableSetStmt',
  'ViewStmt',
]);

const REFUSED: Readonly<Record<string, StatementFault>> = {
  TransactionStmt: { message: 'It begins or ends a transaction.', fix: 'Remove it: the migration job runs each file in one transaction.' },
  DoStmt: { message: 'A DO block cannot be checked.', fix: 'Write plain statements.' },
  LockStmt: { message: 'LOCK stops the statements of running services.', fix: 'Remove it.' },
  TruncateStmt: { message: 'TRUNCATE stops the statements of running services, and removes what they use.', fix: 'Delete rows by a job.' },
  VacuumStmt: { message: 'VACUUM does not run in a transaction.', fix: 'Leave it to autovacuum.' },
  ClusterStmt: { message: 'CLUSTER rewrites the table and locks it meanwhile.', fix: 'Remove it.' },
  ReindexStmt: { message: 'REINDEX locks the table.', fix: 'Build a new index concurrently, and drop the old one in the next file.' },
};

function createdHere(migration: MigrationFile): ReadonlySet<string | undefined> {
  return new Set(migration.statements.flatMap(({ node }) => ('CreateStmt' in node ? [node.CreateStmt.relation?.relname] : [])));
}

/** Something that processes of an older version may still use. */
function removal(migration: MigrationFile, what: string, fix: string): StatementFault[] {
  if (migration.contract !== undefined) return [];
  const marker =
    'If no version that may still run uses it, say so: -- contract: <newest migration of the oldest version that works without it>.';
  return [{ message: `${what} breaks processes of the previous version.`, fix: `${fix} ${marker}` }];
}

function rowFaults(what: string, table: string | undefined, migration: MigrationFile): StatementFault[] {
  if (createdHere(migration).has(table)) return [];
  const fix = 'Change rows by a job, in small parts. If the table is always small, add an exception with the reason.';
  return [{ message: `${what} locks rows of ${table} until the migration commits.`, fix }];
}

function indexFaults(index: IndexStmt, migration: MigrationFile): StatementFault[] {
  const table = index.relation?.relname;
  if (!index.concurrent) {
    if (createdHere(migration).has(table)) return [];
    const fix = 'Write CREATE INDEX CONCURRENTLY, in a migration of its own.';
    return [{ message: `CREATE INDEX stops writes to ${table} while it is built.`, fix }];
  }
  const faults = aloneFaults(migration);
  if (index.idxname === undefined) {
    faults.push({ message: 'The index has no name.', fix: 'Name it, so that the migration job can build it again after a failure.' });
  }
  if (index.if_not_exists) {
    const fix = 'Remove IF NOT EXISTS: the migration job finds such an index itself.';
    faults.push({ message: 'IF NOT EXISTS takes an index that a failure left invalid for a built one.', fix });
  }
  return faults;
}

function aloneFaults(migration: MigrationFile): StatementFault[] {
  if (migration.statements.length === 1) return [];
  return [{ message: 'CONCURRENTLY does not run in a transaction.', fix: 'Give the statement a migration of its own.' }];
}

function dropFaults(drop: DropStmt, migration: MigrationFile): StatementFault[] {
  const what = `DROP ${(drop.removeType ?? '').replace('OBJECT_', '').replace('_', ' ')}`;
  if (drop.removeType !== 'OBJECT_INDEX') return removal(migration, what, 'Drop it in a version after the one that no longer uses it.');
  const faults: StatementFault[] = [];
  if (!drop.concurrent) {
    faults.push({
      message: 'DROP INDEX waits for the readers of its table, and stops new ones.',
      fix: 'Write DROP INDEX CONCURRENTLY IF EXISTS.',
    });
  } else {
    faults.push(...aloneFaults(migration));
    if (!drop.missing_ok) faults.push({ message: 'A repetition would fail.', fix: 'Write DROP INDEX CONCURRENTLY IF EXISTS.' });
  }
  return faults;
}

function alterFaults(
  { relation, cmds = [] }: AlterTableStmt,
  migration: MigrationFile,
  earlier: readonly MigrationFile[],
): StatementFault[] {
  const table = relation?.relname ?? '';
  if (createdHere(migration).has(table)) return [];
  return cmds.flatMap((each) => ('AlterTableCmd' in each ? commandFaults(each.AlterTableCmd, table, migration, earlier) : []));
}

function commandFaults(
  { subtype, name = '', def }: AlterTableCmd,
  table: string,
  migration: MigrationFile,
  earlier: readonly MigrationFile[],
): StatementFault[] {
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? newColumnFaults(def.ColumnDef, table) : [];
    case 'AT_AddConstraint':
      return def && 'Constraint' in def ? newConstraintFaults(def.Constraint, table) : [];
    case 'AT_ValidateConstraint':
      return constraintsOf([migration]).some((each) => each.table === table && each.constraint.conname === name)
        ? [
            {
              message: `VALIDATE CONSTRAINT ${name} is in one transaction with its ADD CONSTRAINT, which locks ${table} meanwhile.`,
              fix: 'Validate it in a migration of its own.',
            },
          ]
        : [];
    case 'AT_SetNotNull':
      return notNullFaults(table, name, migration, earlier);
    case 'AT_ColumnDefault':
      return def ? [] : removal(migration, 'DROP DEFAULT', 'Drop it in a version after the one that always names the column.');
    case 'AT_DropColumn':
      return removal(migration, `DROP COLUMN ${name}`, 'Drop it in a version after the one that no longer uses it.');
    case 'AT_AlterColumnType':
      return [
        {
          message: `The type of ${name} changes: PostgreSQL rewrites ${table} and locks it meanwhile.`,
          fix: 'Add a column of the new type, write both, fill it by a job, and drop the old one in a later version.',
        },
      ];
    case 'AT_DropNotNull':
    case 'AT_DropConstraint':
    case 'AT_ReplicaIdentity':
    case 'AT_SetOptions':
    case 'AT_SetRelOptions':
    case 'AT_SetStatistics':
      return [];
    default:
      return [{ message: `The rule does not know ${subtype} of ALTER TABLE.`, fix: 'Decide what it locks, and add it to the rule.' }];
  }
}

function newColumnFaults({ colname, typeName, constraints = [] }: ColumnDef, table: string): StatementFault[] {
  const parts = constraints.flatMap((each) => ('Constraint' in each ? [each.Constraint] : []));
  const faults: StatementFault[] = [];
  const initial = parts.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  if (parts.some(({ contype }) => contype === 'CONSTR_NOTNULL') && (initial === undefined || isNull(initial))) {
    const fix = 'Give it a DEFAULT: processes of the previous version insert rows without it.';
    faults.push({ message: `The new column ${colname} of ${table} is NOT NULL and has no default.`, fix });
  }
  if (initial !== undefined && !isEvaluatedOnce(initial)) {
    const fix = 'Use a constant or now(), or add the column without a default and set the default in a second statement.';
    faults.push({
      message: `The default of ${colname} may differ for each row: PostgreSQL rewrites ${table} and locks it meanwhile.`,
      fix,
    });
  }
  const type = (typeName?.names ?? []).flatMap((each) => ('String' in each ? [each.String.sval ?? ''] : [])).at(-1) ?? '';
  if (/serial$/.test(type) || parts.some(({ contype }) => contype === 'CONSTR_IDENTITY' || contype === 'CONSTR_GENERATED')) {
    faults.push({
      message: `PostgreSQL computes ${colname} for each row: it rewrites ${table} and locks it meanwhile.`,
      fix: 'Fill a nullable column by a job.',
    });
  }
  const inline = ['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_FOREIGN', 'CONSTR_CHECK'];
  if (parts.some(({ contype = '' }) => inline.includes(contype))) {
    const fix = 'Add the column first. Then add the constraint with NOT VALID or USING INDEX.';
    faults.push({ message: `The constraint of the new column ${colname} is checked while ${table} is locked.`, fix });
  }
  return faults;
}

function isNull(value: Node): boolean {
  return 'A_Const' in value && value.A_Const.isnull === true;
}

/** PostgreSQL stores the result of such a default once, for all rows that exist. */
function isEvaluatedOnce(value: Node): boolean {
  if ('A_Const' in value || 'SQLValueFunction' in value) return true;
  if ('TypeCast' in value) return value.TypeCast.arg !== undefined && isEvaluatedOnce(value.TypeCast.arg);
  if ('A_ArrayExpr' in value) return (value.A_ArrayExpr.elements ?? []).every(isEvaluatedOnce);
  if (!('FuncCall' in value)) return false;
  const names = (value.FuncCall.funcname ?? []).flatMap((each) => ('String' in each ? [each.String.sval] : []));
  return names.at(-1) === 'now' && names.length <= 2;
}

function newConstraintFaults(
  { contype, conname = '', skip_validation: isNotValid, indexname }: Constraint,
  table: string,
): StatementFault[] {
  const check = `ADD CONSTRAINT ${conname} checks all rows while ${table} is locked.`;
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN' || contype === 'CONSTR_NOTNULL') {
    return isNotValid ? [] : [{ message: check, fix: 'Add NOT VALID, and VALIDATE CONSTRAINT in the next migration.' }];
  }
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') {
    const fix = 'Build a unique index concurrently, and add the constraint USING INDEX in the next migration.';
    return indexname === undefined ? [{ message: `ADD CONSTRAINT ${conname} builds an index while ${table} is locked.`, fix }] : [];
  }
  return [{ message: check, fix: 'Use a unique index or a CHECK, which can be added without a long lock.' }];
}

/** PostgreSQL reads the whole table under a lock, unless a valid CHECK shows that there is nothing to find. */
function notNullFaults(table: string, column: string, migration: MigrationFile, earlier: readonly MigrationFile[]): StatementFault[] {
  const faults = removal(migration, `SET NOT NULL of ${column}`, 'Set it in a version after the one that always writes the column.');
  const proofs = constraintsOf(earlier).filter((each) => each.table === table && isCheckOf(each.constraint, column));
  const validated = validatedIn([...earlier, migration]);
  if (proofs.some(({ constraint }) => validated.has(`${table}.${constraint.conname}`))) return faults;
  const fix = `First ADD CONSTRAINT ... CHECK (${column} IS NOT NULL) NOT VALID, then VALIDATE CONSTRAINT, each in a migration of its own.`;
  return [...faults, { message: `SET NOT NULL of ${column} reads all of ${table} while it is locked.`, fix }];
}

interface AddedConstraint {
  readonly table: string;
  readonly constraint: Constraint;
}

function commandsIn(migrations: readonly MigrationFile[]): { table: string; command: AlterTableCmd }[] {
  return migrations
    .flatMap(({ statements }) => statements.flatMap(({ node }) => ('AlterTableStmt' in node ? [node.AlterTableStmt] : [])))
    .flatMap(({ relation, cmds = [] }) =>
      cmds.flatMap((each) => ('AlterTableCmd' in each ? [{ table: relation?.relname ?? '', command: each.AlterTableCmd }] : [])),
    );
}

function constraintsOf(migrations: readonly MigrationFile[]): AddedConstraint[] {
  return commandsIn(migrations).flatMap(({ table, command: { def } }) =>
    def && 'Constraint' in def ? [{ table, constraint: def.Constraint }] : [],
  );
}

function validatedIn(migrations: readonly MigrationFile[]): ReadonlySet<string> {
  return new Set(
    commandsIn(migrations).flatMap(({ table, command }) =>
      command.subtype === 'AT_ValidateConstraint' ? [`${table}.${command.name}`] : [],
    ),
  );
}

function isCheckOf({ contype, raw_expr: condition }: Constraint, column: string): boolean {
  if (contype !== 'CONSTR_CHECK' || !condition || !('NullTest' in condition)) return false;
  const { arg, nulltesttype } = condition.NullTest;
  if (nulltesttype !== 'IS_NOT_NULL' || !arg || !('ColumnRef' in arg)) return false;
  const [field] = arg.ColumnRef.fields ?? [];
  return field !== undefined && 'String' in field && field.String.sval === column;
}
