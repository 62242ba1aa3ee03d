import type { Reader } from '../database.js';

/** A linkifier as stored. */
export interface LinkifierRecord {
  readonly id: number;
  readonly pattern: string;
  readonly urlTemplate: string;
  readonly exampleInput: string | null;
  readonly reverseTemplate: string | null;
  readonly alternativeUrlTemplates: readonly string[];
}

/** All linkifiers of the organization, in the order in which they are applied. */
export function linkifiersOf(reader: Reader, organizationId: number): Promise<LinkifierRecord[]> {
  return reader.linkifier.findMany({ where: { organizationId }, orderBy: [{ place: 'asc' }, { id: 'asc' }] });
}
