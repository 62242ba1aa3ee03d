import type { Reader } from '../database.js';

/** A linkifier as its row is. */
export interface LinkifierRecord {
  readonly id: number;
  readonly pattern: string;
  readonly urlTemplate: string;
  readonly exampleInput: string | null;
  readonly reverseTemplate: string | null;
  readonly alternativeUrlTemplates: readonly string[];
}

/** All of the organization, in the order in which they are tried. */
export function linkifiersOf(reader: Reader, organizationId: number): Promise<LinkifierRecord[]> {
  return reader.linkifier.findMany({ where: { organizationId }, orderBy: [{ place: 'asc' }, { id: 'asc' }] });
}
