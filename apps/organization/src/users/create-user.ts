import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type createUser, isAdministrator, type OutputOf, ROLES } from '@parley/contracts';
import { CreateAccount } from './create-account.js';
import { isEmailAddress } from './email-address.js';

/** An administrator makes an account for a person. */
@Injectable()
export class CreateUser {
  constructor(private readonly createAccount: CreateAccount) {}

  async execute({ caller, params }: CallOf<typeof createUser>): Promise<OutputOf<typeof createUser>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    if (!isEmailAddress(params.email.trim())) throw apiErrors.badRequest({ msg: 'Bad name or username' });
    const { userId } = await this.createAccount.execute({
      organizationId: caller.organizationId,
      email: params.email,
      fullName: params.full_name,
      password: params.password,
      role: ROLES.member,
      botOwnerId: null,
    });
    return { user_id: userId };
  }
}
