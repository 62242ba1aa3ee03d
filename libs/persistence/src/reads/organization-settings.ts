import { z } from 'zod';
import type { Reader } from '../database.js';

const overrides = z.record(z.string(), z.unknown());

/** The organization's settings that differ from their defaults, by wire name without `realm_`. Permission settings hold group ids. */
export async function organizationOverrides(reader: Reader, organizationId: number): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await reader.$queryRaw<{ settings: unknown }[]>`SELECT settings FROM organization WHERE id = ${organizationId}`;
  if (row === undefined) throw new Error(`organization ${organizationId} does not exist`);
  return overrides.parse(row.settings);
}
