import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { AcceptIdentity } from './accept-identity.js';
import { AllowProvider } from './allow-provider.js';
import { BeginSignIn } from './begin-sign-in.js';
import { CreateIdentityProvider } from './create-identity-provider.js';
import { DeleteIdentityProvider } from './delete-identity-provider.js';
import { EnablePasswordLogin } from './enable-password-login.js';
import { EndProviderSessions } from './end-provider-sessions.js';
import { FinishSignIn } from './finish-sign-in.js';
import { GroupRules } from './group-rules.js';
import { IdentityProvidersController } from './identity-providers.controller.js';
import { ListIdentityProviders } from './list-identity-providers.js';
import { ListProvidersOfOrganization } from './list-providers-of-organization.js';
import { MobileSignIn } from './mobile-sign-in.js';
import { MoveProviderSecrets } from './move-provider-secrets.js';
import { LogoutTokens } from './oidc/logout-tokens.js';
import { OidcClient } from './oidc/oidc-client.js';
import { OidcSignIn } from './oidc/oidc-sign-in.js';
import { TestOidc } from './oidc/test-oidc.js';
import { ProviderObjects } from './provider-objects.js';
import { ProviderSecrets } from './provider-secrets.js';
import { ProviderSignOut } from './provider-sign-out.js';
import { SignInController } from './sign-in.controller.js';
import { SignInFlows } from './sign-in-flows.js';
import { SignInMethods } from './sign-in-methods.js';
import { SigningOrganization } from './signing-organization.js';
import { StartProviderSession } from './start-provider-session.js';
import { TestIdentityProvider } from './test-identity-provider.js';
import { UnlinkIdentity } from './unlink-identity.js';
import { UpdateIdentityProvider } from './update-identity-provider.js';

@Module({
  imports: [AccountsModule, AuditModule, CredentialsModule, GroupsModule],
  controllers: [IdentityProvidersController, SignInController],
  providers: [
    AcceptIdentity,
    AllowProvider,
    BeginSignIn,
    CreateIdentityProvider,
    DeleteIdentityProvider,
    EnablePasswordLogin,
    EndProviderSessions,
    FinishSignIn,
    GroupRules,
    ListIdentityProviders,
    ListProvidersOfOrganization,
    LogoutTokens,
    MobileSignIn,
    MoveProviderSecrets,
    OidcClient,
    OidcSignIn,
    OrganizationAddresses,
    ProviderObjects,
    ProviderSecrets,
    ProviderSignOut,
    SignInFlows,
    SignInMethods,
    SigningOrganization,
    StartProviderSession,
    TestIdentityProvider,
    TestOidc,
    UnlinkIdentity,
    UpdateIdentityProvider,
  ],
})
export class SignInModule {}
