import { Injectable } from '@nestjs/common';
import { isEmailAddress, userById } from '@parley/access';
import { apiErrors, type CallOf, isAdministrator, type OutputOf, ROLES } from '@parley/contracts';
import type { createUser } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { refuseForeignEmail } from '../accounts/admitted-email.js';
import { CreateAccount } from '../accounts/create-account.js';

/** Creates an account for a person. Only for administrators whom the operator allowed to do so. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly database: Database,
    private readonly createAccount: CreateAccount,
  ) {}

  async execute({ caller, params }: CallOf<typeof createUser>): Promise<OutputOf<typeof createUser>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const creator = await userById(this.database.direct, caller.organizationId, caller.userId);
    if (creator?.canCreateUsers !== true) throw apiErrors.mayNotCreateUsers();
    const email = params.email.trim();
    if (!isEmailAddress(email)) throw apiErrors.invalidUsername();
    await refuseForeignEmail(this.database.direct, caller.organizationId, email);
    const { userId } = await this.createAccount.execute({
      organizationId: caller.organizationId,
      email,
      fullName: params.full_name,
      password: params.password,
      role: ROLES.member,
      botOwnerId: null,
    });
    return { user_id: userId };
  }
}
