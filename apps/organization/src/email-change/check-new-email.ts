import type { UserRecord } from '@parley/access';
import { apiErrors, isAdministrator } from '@parley/contracts';
import { organizationSettings } from '@parley/contracts/organization';
import type { OrganizationRecord, Tx } from '@parley/persistence';
import { refuseForeignEmail } from '../accounts/admitted-email.js';
import type { UsersRepository } from '../accounts/users.repository.js';

/** Whether the user may change to this address. Checked when they request the change and when they confirm it. @throws ApiError */
export async function checkNewEmail(
  tx: Tx,
  { organization, user, users }: { organization: OrganizationRecord; user: UserRecord; users: UsersRepository },
  newEmail: string,
): Promise<void> {
  if (organizationSettings(organization.settings).email_changes_disabled && !isAdministrator(user.role)) {
    throw apiErrors.emailChangesDisabled();
  }
  await refuseForeignEmail(tx, organization.id, newEmail);
  if (await users.isEmailTaken(tx, organization.id, newEmail, user.id)) throw apiErrors.emailHasAccount();
}
