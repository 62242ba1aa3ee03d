import { apiErrors } from '@parley/contracts';
import { organizationSettings } from '@parley/contracts/organization';
import type { OrganizationRecord, Tx } from '@parley/persistence';
import type { UsersRepository } from './users.repository.js';

interface Wanted {
  readonly fullName: string;
  /** Null: the name of a person. */
  readonly botOwnerId: number | null;
  /** The account that keeps the name, if it has one. */
  readonly exceptId?: number;
}

/** Names must be unique if the organization requires it, and always among the bots of one owner. @throws nameInUse */
export async function refuseTakenName(
  users: UsersRepository,
  tx: Tx,
  { id, settings }: Pick<OrganizationRecord, 'id' | 'settings'>,
  { fullName, botOwnerId, exceptId }: Wanted,
): Promise<void> {
  const namesAreUnique = organizationSettings(settings).require_unique_names;
  if (botOwnerId === null && !namesAreUnique) return;
  const ownerId = namesAreUnique ? undefined : (botOwnerId ?? undefined);
  if (await users.isNameTaken(tx, id, fullName, { ownerId, exceptId })) throw apiErrors.nameInUse();
}
