import { apiErrors, organizationSettings } from '@parley/contracts';
import type { OrganizationRecord, Tx } from '@parley/persistence';
import type { UsersRepository } from './users-repository.js';

interface Wanted {
  readonly fullName: string;
  /** Null: a person's name. */
  readonly botOwnerId: number | null;
  /** The account that has, or had, the name itself. */
  readonly besides?: number;
}

/** Names are unique where the organization says so, and among the bots of one owner. @throws badRequest */
export async function refuseTakenName(
  users: UsersRepository,
  tx: Tx,
  { id, settings }: Pick<OrganizationRecord, 'id' | 'settings'>,
  { fullName, botOwnerId, besides }: Wanted,
): Promise<void> {
  const namesAreUnique = organizationSettings(settings).require_unique_names;
  if (botOwnerId === null && !namesAreUnique) return;
  const ownerId = namesAreUnique ? undefined : (botOwnerId ?? undefined);
  if (await users.isNameTaken(tx, id, fullName, { ownerId, besides })) throw apiErrors.badRequest({ msg: 'Name is already in use!' });
}
