import { Prisma } from './generated/client.js';

// An organization that moves to another cell has a row in organization_fence, in both cells: docs/adr/0049-moving-organizations.md.

/**
 * Whether the rows of an organization may be changed in this database. Triggers enforce it. A statement for all organizations names it, because
 * otherwise the refusal of one organization would fail it for all. `id`: an expression.
 */
export function mayChange(id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM organization_fence fence WHERE fence.id = ${id} AND fence.state <> 'open')`;
}

/** Whether a row of `organization` is not what an organization left behind when it moved to another cell. `id`: an expression. */
export function livesHere(id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM organization_fence fence WHERE fence.id = ${id} AND fence.state = 'elsewhere')`;
}
