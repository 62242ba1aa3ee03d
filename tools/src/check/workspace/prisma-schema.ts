export interface PrismaModel {
  readonly name: string;
  /** The name in the Prisma client: `UserGroup` is `tx.userGroup`. */
  readonly delegate: string;
  readonly table: string;
  /** The schema file's name without extension: the only writer. */
  readonly owner: string;
  readonly file: string;
  readonly line: number;
  readonly hasOrganizationId: boolean;
  /** Columns of the primary key, in order. */
  readonly primaryKey: readonly string[];
  /** Fields that refer to another model, by field name: a write may be nested in them. */
  readonly relations: Readonly<Record<string, string>>;
}

/** Reads the models of one schema file. The format has one declaration per line, so it is read by line. */
export function readPrismaSchema(file: string, text: string): PrismaModel[] {
  const owner = file.replace(/^.*\//, '').replace(/\.prisma$/, '');
  const models: PrismaModel[] = [];
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    const name = /^model\s+(\w+)\s*\{/.exec(line)?.[1];
    if (!name) return;
    const end = lines.indexOf('}', index);
    const body = lines.slice(index + 1, end === -1 ? undefined : end);
    const mapped = body.map((each) => /^\s*@@map\("([^"]+)"\)/.exec(each)?.[1]).find((each) => each !== undefined);
    models.push({
      name,
      delegate: name.charAt(0).toLowerCase() + name.slice(1),
      table: mapped ?? name,
      owner,
      file,
      line: index + 1,
      hasOrganizationId: body.some((each) => /^\s*organizationId\s/.test(each)),
      primaryKey: primaryKeyOf(body),
      relations: Object.fromEntries(body.flatMap(relationOf)),
    });
  });
  return models;
}

/**
 * `members UserGroupMember[]` becomes `[['members', 'UserGroupMember']]`. A scalar field results in a name that is not a model, which does no
 * harm.
 */
function relationOf(line: string): [string, string][] {
  const [, field, type] = /^\s+(\w+)\s+([A-Z]\w*)/.exec(line) ?? [];
  return field && type ? [[field, type]] : [];
}

/** From `@@id([userId, key])`, or the field with `@id`. */
function primaryKeyOf(body: readonly string[]): string[] {
  const fields = body.map((line) => /^\s*@@id\(\[(.*?)\]/.exec(line)?.[1]?.split(', ')).find((each) => each !== undefined);
  const single = body.map((line) => /^\s*(\w+)\s.*@id\b/.exec(line)?.[1]).filter((each) => each !== undefined);
  return (fields ?? single).map((field) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}
