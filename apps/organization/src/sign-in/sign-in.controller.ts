import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  allowProvider,
  beginProviderSignIn,
  enablePasswordLogin,
  endProviderSessions,
  finishProviderSignIn,
  listProvidersOfOrganization,
  providerSignOutUrl,
} from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { AllowProvider } from './allow-provider.js';
import { BeginSignIn } from './begin-sign-in.js';
import { EnablePasswordLogin } from './enable-password-login.js';
import { EndProviderSessions } from './end-provider-sessions.js';
import { FinishSignIn } from './finish-sign-in.js';
import { ListProvidersOfOrganization } from './list-providers-of-organization.js';
import { ProviderSignOut } from './provider-sign-out.js';

/** Calls of the gateway and of the operator. */
@Controller()
export class SignInController {
  constructor(
    private readonly beginning: BeginSignIn,
    private readonly finishing: FinishSignIn,
    private readonly ending: EndProviderSessions,
    private readonly signOut: ProviderSignOut,
    private readonly listing: ListProvidersOfOrganization,
    private readonly permission: AllowProvider,
    private readonly passwords: EnablePasswordLogin,
  ) {}

  @Serves(beginProviderSignIn)
  beginProviderSignIn(call: CallOf<typeof beginProviderSignIn>) {
    return this.beginning.execute(call);
  }

  @Serves(finishProviderSignIn)
  finishProviderSignIn(call: CallOf<typeof finishProviderSignIn>) {
    return this.finishing.execute(call);
  }

  @Serves(endProviderSessions)
  endProviderSessions(call: CallOf<typeof endProviderSessions>) {
    return this.ending.execute(call);
  }

  @Serves(providerSignOutUrl)
  providerSignOutUrl(call: CallOf<typeof providerSignOutUrl>) {
    return this.signOut.execute(call);
  }

  @Serves(listProvidersOfOrganization)
  listProvidersOfOrganization({ params }: CallOf<typeof listProvidersOfOrganization>) {
    return this.listing.execute(params);
  }

  @Serves(allowProvider)
  async allowProvider({ params }: CallOf<typeof allowProvider>) {
    await this.permission.execute(params);
    return {};
  }

  @Serves(enablePasswordLogin)
  async enablePasswordLogin({ params }: CallOf<typeof enablePasswordLogin>) {
    await this.passwords.execute(params);
    return {};
  }
}
