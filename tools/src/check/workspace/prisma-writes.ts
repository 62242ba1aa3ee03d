import type { Argument, Expression, ObjectExpression } from 'oxc-parser';
import type { PrismaModel } from './prisma-schema.js';
import type { SourceFile } from './source-file.js';
import { keyName, memberPath } from './syntax.js';
import { on } from './walk-syntax.js';

const WRITES = new Set([
  'create',
  'createMany',
  'createManyAndReturn',
  'update',
  'updateMany',
  'updateManyAndReturn',
  'upsert',
  'delete',
  'deleteMany',
]);
const NESTED_WRITES = new Set([...WRITES, 'connectOrCreate', 'connect', 'disconnect', 'set']);

export interface PrismaWrite {
  readonly model: PrismaModel;
  /** Offset in the file. */
  readonly at: number;
}

/** Writes through the Prisma client: `tx.channel.create(...)`, and nested ones in its data: `{ subscriptions: { create: ... } }`. */
export function prismaWritesIn(source: SourceFile, models: readonly PrismaModel[]): PrismaWrite[] {
  const byDelegate = new Map(models.map((model) => [model.delegate, model]));
  const byName = new Map(models.map((model) => [model.name, model]));
  const writes: PrismaWrite[] = [];
  source.visit(
    on('CallExpression', (call) => {
      const path = memberPath(call.callee);
      const model = byDelegate.get(path.at(-2) ?? '');
      if (path.length < 3 || !model || !WRITES.has(path.at(-1) ?? '')) return;
      writes.push({ model, at: call.start });
      for (const argument of call.arguments) writes.push(...nestedWrites(argument, model, byName));
    }),
  );
  return writes;
}

function nestedWrites(node: Argument | Expression, model: PrismaModel, byName: ReadonlyMap<string, PrismaModel>): PrismaWrite[] {
  if (node.type === 'ArrayExpression') return node.elements.flatMap((each) => (each ? nestedWrites(each, model, byName) : []));
  if (node.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((property) => {
    if (property.type !== 'Property') return [];
    const related = byName.get(model.relations[keyName(property.key)] ?? '');
    if (!related || property.value.type !== 'ObjectExpression') return nestedWrites(property.value, model, byName);
    const own = hasWrite(property.value) ? [{ model: related, at: property.start }] : [];
    return [...own, ...nestedWrites(property.value, related, byName)];
  });
}

function hasWrite(node: ObjectExpression): boolean {
  return node.properties.some((property) => property.type === 'Property' && NESTED_WRITES.has(keyName(property.key)));
}
