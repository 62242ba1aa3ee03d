import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
  testIdentityProvider,
  unlinkIdentity,
  updateIdentityProvider,
} from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { CreateIdentityProvider } from './create-identity-provider.js';
import { DeleteIdentityProvider } from './delete-identity-provider.js';
import { ListIdentityProviders } from './list-identity-providers.js';
import { TestIdentityProvider } from './test-identity-provider.js';
import { UnlinkIdentity } from './unlink-identity.js';
import { UpdateIdentityProvider } from './update-identity-provider.js';

/** For owners. */
@Controller()
export class IdentityProvidersController {
  constructor(
    private readonly listing: ListIdentityProviders,
    private readonly creation: CreateIdentityProvider,
    private readonly update: UpdateIdentityProvider,
    private readonly deletion: DeleteIdentityProvider,
    private readonly test: TestIdentityProvider,
    private readonly unlinking: UnlinkIdentity,
  ) {}

  @Serves(listIdentityProviders)
  listIdentityProviders(call: CallOf<typeof listIdentityProviders>) {
    return this.listing.execute(call);
  }

  @Serves(createIdentityProvider)
  createIdentityProvider(call: CallOf<typeof createIdentityProvider>) {
    return this.creation.execute(call);
  }

  @Serves(updateIdentityProvider)
  updateIdentityProvider(call: CallOf<typeof updateIdentityProvider>) {
    return this.update.execute(call);
  }

  @Serves(deleteIdentityProvider)
  deleteIdentityProvider(call: CallOf<typeof deleteIdentityProvider>) {
    return this.deletion.execute(call);
  }

  @Serves(testIdentityProvider)
  testIdentityProvider(call: CallOf<typeof testIdentityProvider>) {
    return this.test.execute(call);
  }

  @Serves(unlinkIdentity)
  unlinkIdentity(call: CallOf<typeof unlinkIdentity>) {
    return this.unlinking.execute(call);
  }
}
