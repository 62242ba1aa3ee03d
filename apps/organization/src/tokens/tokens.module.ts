import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { CreateApiToken } from './create-api-token.js';
import { CreateProvisioningToken } from './create-provisioning-token.js';
import { ForgetExpiredTokens } from './forget-expired-tokens.js';
import { ListApiTokens } from './list-api-tokens.js';
import { ListProvisioningTokens } from './list-provisioning-tokens.js';
import { PasswordOfSession } from './password-of-session.js';
import { RevokeApiToken } from './revoke-api-token.js';
import { RevokeProvisioningToken } from './revoke-provisioning-token.js';
import { TokensController } from './tokens.controller.js';

@Module({
  imports: [CredentialsModule],
  controllers: [TokensController],
  providers: [
    CreateApiToken,
    CreateProvisioningToken,
    ForgetExpiredTokens,
    ListApiTokens,
    ListProvisioningTokens,
    PasswordOfSession,
    RevokeApiToken,
    RevokeProvisioningToken,
  ],
})
export class TokensModule {}
