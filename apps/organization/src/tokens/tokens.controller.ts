import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  createApiToken,
  createProvisioningToken,
  listApiTokens,
  listProvisioningTokens,
  revokeApiToken,
  revokeProvisioningToken,
} from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { CreateApiToken } from './create-api-token.js';
import { CreateProvisioningToken } from './create-provisioning-token.js';
import { ListApiTokens } from './list-api-tokens.js';
import { ListProvisioningTokens } from './list-provisioning-tokens.js';
import { RevokeApiToken } from './revoke-api-token.js';
import { RevokeProvisioningToken } from './revoke-provisioning-token.js';

@Controller()
export class TokensController {
  constructor(
    private readonly listing: ListApiTokens,
    private readonly creation: CreateApiToken,
    private readonly revocation: RevokeApiToken,
    private readonly listingOfDirectories: ListProvisioningTokens,
    private readonly creationForDirectories: CreateProvisioningToken,
    private readonly revocationOfDirectories: RevokeProvisioningToken,
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

  @Serves(listProvisioningTokens)
  listProvisioningTokens(call: CallOf<typeof listProvisioningTokens>) {
    return this.listingOfDirectories.execute(call);
  }

  @Serves(createProvisioningToken)
  createProvisioningToken(call: CallOf<typeof createProvisioningToken>) {
    return this.creationForDirectories.execute(call);
  }

  @Serves(revokeProvisioningToken)
  revokeProvisioningToken(call: CallOf<typeof revokeProvisioningToken>) {
    return this.revocationOfDirectories.execute(call);
  }
}
