import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { createApiToken, listApiTokens, revokeApiToken } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { CreateApiToken } from './create-api-token.js';
import { ListApiTokens } from './list-api-tokens.js';
import { RevokeApiToken } from './revoke-api-token.js';

@Controller()
export class TokensController {
  constructor(
    private readonly listing: ListApiTokens,
    private readonly creation: CreateApiToken,
    private readonly revocation: RevokeApiToken,
  ) {}

  @Serves(listApiTokens)
  listApiTokens(call: CallOf<typeof listApiTokens>) {
    return this.listing.execute(call);
  }

  @Serves(createApiToken)
  createApiToken(call: CallOf<typeof createApiToken>) {
    return this.creation.execute(call);
  }

  @Serves(revokeApiToken)
  revokeApiToken(call: CallOf<typeof revokeApiToken>) {
    return this.revocation.execute(call);
  }
}
