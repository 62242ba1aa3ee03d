import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  confirmTotp,
  getSecondFactor,
  removeSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  resetSecondFactor,
  startTotp,
} from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { ConfirmTotp } from './confirm-totp.js';
import { GetSecondFactor } from './get-second-factor.js';
import { RemoveTotp } from './remove-totp.js';
import { RenewRecoveryCodes } from './renew-recovery-codes.js';
import { ResetSecondFactor } from './reset-second-factor.js';
import { StartTotp } from './start-totp.js';

@Controller()
export class SecondFactorController {
  constructor(
    private readonly reading: GetSecondFactor,
    private readonly starting: StartTotp,
    private readonly confirming: ConfirmTotp,
    private readonly removing: RemoveTotp,
    private readonly renewing: RenewRecoveryCodes,
    private readonly resetting: ResetSecondFactor,
  ) {}

  @Serves(getSecondFactor)
  getSecondFactor(call: CallOf<typeof getSecondFactor>) {
    return this.reading.execute(call);
  }

  @Serves(startTotp)
  startTotp(call: CallOf<typeof startTotp>) {
    return this.starting.execute(call);
  }

  @Serves(confirmTotp)
  confirmTotp(call: CallOf<typeof confirmTotp>) {
    return this.confirming.execute(call);
  }

  @Serves(removeTotp)
  removeTotp(call: CallOf<typeof removeTotp>) {
    return this.removing.execute(call);
  }

  @Serves(renewRecoveryCodes)
  renewRecoveryCodes(call: CallOf<typeof renewRecoveryCodes>) {
    return this.renewing.execute(call);
  }

  @Serves(resetSecondFactor)
  resetSecondFactor(call: CallOf<typeof resetSecondFactor>) {
    return this.resetting.execute(call);
  }

  @Serves(removeSecondFactor)
  async removeSecondFactor({ params }: CallOf<typeof removeSecondFactor>) {
    await this.resetting.byOperator(params.organizationId, params.userId);
    return {};
  }
}
