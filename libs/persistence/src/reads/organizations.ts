import { z } from 'zod';
import type { Reader } from '../database.js';

/** An organization as stored. `settings` has the values that differ from the initial ones, permissions as group ids. */
export interface OrganizationRecord {
  readonly id: number;
  readonly stringId: string;
  readonly uuid: string;
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly deactivatedAt: Date | null;
}

const storedSettings = z.record(z.string(), z.unknown());

/** Undefined if it does not exist. */
export async function organizationById(reader: Reader, organizationId: number): Promise<OrganizationRecord | undefined> {
  const row = await reader.organization.findUnique({ where: { id: organizationId } });
  return row === null ? undefined : { ...row, settings: storedSettings.parse(row.settings) };
}

/** By the first label of its host name. */
export async function organizationByStringId(reader: Reader, stringId: string): Promise<OrganizationRecord | undefined> {
  const row = await reader.organization.findUnique({ where: { stringId } });
  return row === null ? undefined : { ...row, settings: storedSettings.parse(row.settings) };
}

/** The string ids among these that are in use. */
export async function organizationsAmong(reader: Reader, stringIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await reader.organization.findMany({ where: { stringId: { in: [...stringIds] } }, select: { stringId: true } });
  return new Set(rows.map(({ stringId }) => stringId));
}

/** All organizations of the installation, by string id. */
export async function allOrganizations(reader: Reader): Promise<OrganizationRecord[]> {
  const rows = await reader.organization.findMany({ orderBy: { stringId: 'asc' } });
  return rows.map((row) => ({ ...row, settings: storedSettings.parse(row.settings) }));
}
