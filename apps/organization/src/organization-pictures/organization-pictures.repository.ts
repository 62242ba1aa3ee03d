import type { AvatarOwner } from '@parley/access';
import type { Reader, Tx } from '@parley/persistence';

/** `key`: of the setting. `file`: null removes it. */
export async function storePicture(tx: Tx, organizationId: number, key: string, file: string | null): Promise<void> {
  if (file === null) await tx.$executeRaw`UPDATE organization SET settings = settings - ${key}::text WHERE id = ${organizationId}`;
  else {
    await tx.$executeRaw`
      UPDATE organization SET settings = settings || jsonb_build_object(${key}::text, ${file}::text) WHERE id = ${organizationId}`;
  }
}

/** One batch of the users of an organization who have uploaded an avatar, by id. */
export function uploadedAvatars(reader: Reader, organizationId: number, after: number, limit: number): Promise<AvatarOwner[]> {
  return reader.userAccount.findMany({
    where: { organizationId, avatarSource: 'U', id: { gt: after } },
    select: {
      id: true,
      organizationId: true,
      deliveryEmail: true,
      emailAddressVisibility: true,
      avatarSource: true,
      avatarVersion: true,
    },
    orderBy: { id: 'asc' },
    take: limit,
  });
}
