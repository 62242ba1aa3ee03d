import { personLocation } from './person-resource.js';
import { GROUP_SCHEMA } from './schemas.js';

/** A user group as a directory sees it. */
export interface GroupRecord {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date | null;
  readonly externalId: string | null;
}

/** `memberIds` undefined: the client does not want them. */
export function toGroupResource(
  { id, name, createdAt, externalId }: GroupRecord,
  memberIds: readonly number[] | undefined,
  baseUrl: string,
): Record<string, unknown> {
  const members = (memberIds ?? []).map((member) => ({ value: String(member), $ref: personLocation(member, baseUrl), type: 'User' }));
  return {
    schemas: [GROUP_SCHEMA],
    id: String(id),
    ...(externalId === null ? {} : { externalId }),
    displayName: name,
    ...(members.length === 0 ? {} : { members }),
    meta: {
      resourceType: 'Group',
      ...(createdAt === null ? {} : { created: createdAt.toISOString() }),
      location: groupLocation(id, baseUrl),
    },
  };
}

export function groupLocation(id: number, baseUrl: string): string {
  return `${baseUrl}/Groups/${id}`;
}
