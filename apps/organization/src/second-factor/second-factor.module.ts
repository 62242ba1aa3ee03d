import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { ConfirmTotp } from './confirm-totp.js';
import { GetSecondFactor } from './get-second-factor.js';
import { MoveTotpSecrets } from './move-totp-secrets.js';
import { RemoveTotp } from './remove-totp.js';
import { RenewRecoveryCodes } from './renew-recovery-codes.js';
import { ResetSecondFactor } from './reset-second-factor.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorMails } from './second-factor-mails.js';
import { StartTotp } from './start-totp.js';

@Module({
  imports: [CredentialsModule],
  controllers: [SecondFactorController],
  providers: [
    ConfirmTotp,
    GetSecondFactor,
    MoveTotpSecrets,
    OrganizationAddresses,
    RemoveTotp,
    RenewRecoveryCodes,
    ResetSecondFactor,
    SecondFactorMails,
    StartTotp,
  ],
  exports: [SecondFactorMails],
})
export class SecondFactorModule {}
