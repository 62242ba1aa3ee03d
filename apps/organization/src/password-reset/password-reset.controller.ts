import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { requestPasswordReset, resetPassword } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { RequestPasswordReset } from './request-password-reset.js';
import { ResetPassword } from './reset-password.js';

@Controller()
export class PasswordResetController {
  constructor(
    private readonly asking: RequestPasswordReset,
    private readonly resetting: ResetPassword,
  ) {}

  @Serves(requestPasswordReset)
  requestPasswordReset(call: CallOf<typeof requestPasswordReset>) {
    return this.asking.execute(call);
  }

  @Serves(resetPassword)
  resetPassword(call: CallOf<typeof resetPassword>) {
    return this.resetting.execute(call);
  }
}
