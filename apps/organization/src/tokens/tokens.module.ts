import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { CreateApiToken } from './create-api-token.js';
import { ForgetExpiredTokens } from './forget-expired-tokens.js';
import { ListApiTokens } from './list-api-tokens.js';
import { RevokeApiToken } from './revoke-api-token.js';
import { TokensController } from './tokens.controller.js';

@Module({
  imports: [CredentialsModule],
  controllers: [TokensController],
  providers: [CreateApiToken, ForgetExpiredTokens, ListApiTokens, RevokeApiToken],
})
export class TokensModule {}
