import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { finishProviderSignIn } from '@parley/contracts/organization';
import type { OrganizationRecord } from '@parley/persistence';
import { NoteLogin } from '../audit/note-login.js';
import { AcceptIdentity } from './accept-identity.js';
import type { ProviderRecord } from './identity-providers.repository.js';
import type { IdentifiedAccount } from './linked-identities.repository.js';
import { MobileSignIn } from './mobile-sign-in.js';
import { OidcSignIn } from './oidc/oidc-sign-in.js';
import type { ProvenIdentity } from './proven-identity.js';
import { ProviderObjects } from './provider-objects.js';
import { type Flow, SignInFlows } from './sign-in-flows.js';
import { SigningOrganization } from './signing-organization.js';
import { StartProviderSession } from './start-provider-session.js';

type Call = CallOf<typeof finishProviderSignIn>;
type Output = OutputOf<typeof finishProviderSignIn>;

/** Ends a sign-in through a provider. It is in the audit log like a sign-in with a password, also if it is refused. */
@Injectable()
export class FinishSignIn {
  constructor(
    private readonly signing: SigningOrganization,
    private readonly flows: SignInFlows,
    private readonly objects: ProviderObjects,
    private readonly oidc: OidcSignIn,
    private readonly accounts: AcceptIdentity,
    private readonly sessions: StartProviderSession,
    private readonly mobile: MobileSignIn,
    private readonly noteLogin: NoteLogin,
  ) {}

  async execute(call: Call): Promise<Output> {
    const { caller, params } = call;
    if (!('host' in caller)) throw new Error('a visitor signs in');
    const { organization, provider } = await this.signing.of(caller.host, params.providerId);
    const state = onlyState(params.search);
    const flow = await this.flows.end(organization.id, provider.id, { state, browserToken: params.browserToken });
    const note = (isSuccessful: boolean, userId: number | null) => {
      const login = { isSuccessful, userId, address: caller.address ?? null, requestId: call.requestId };
      return this.noteLogin.execute(organization.id, login);
    };
    let account: IdentifiedAccount | undefined;
    try {
      const identity = await this.prove(organization, provider, { search: params.search, state, flow });
      account = await this.accounts.execute(organization, provider, identity);
      const answer = await this.enter(call, { organization, provider, flow, identity, account });
      await note(true, account.userId);
      return answer;
    } catch (error) {
      await note(false, account?.userId ?? null);
      throw error;
    }
  }

  private prove(
    organization: OrganizationRecord,
    provider: ProviderRecord,
    { search, state, flow }: { search: string; state: string; flow: Flow },
  ): Promise<ProvenIdentity> {
    const arrived = new URL(this.objects.redirectUrl(organization, provider.id));
    arrived.search = search;
    return this.oidc.finish(organization.id, provider, { arrived, state, nonce: flow.nonce, codeVerifier: flow.codeVerifier });
  }

  private async enter(
    { params }: Call,
    given: {
      organization: OrganizationRecord;
      provider: ProviderRecord;
      flow: Flow;
      identity: ProvenIdentity;
      account: IdentifiedAccount;
    },
  ): Promise<Output> {
    const { organization, provider, flow, identity, account } = given;
    if (flow.mobileOtp !== undefined) return { kind: 'app', url: await this.mobile.url(organization, account, flow.mobileOtp) };
    const { subject, providerSession = null } = identity;
    const { userAgent, replaces } = params;
    const identified = { userId: account.userId, providerId: provider.id, subject, providerSession };
    const session = await this.sessions.execute(organization.id, identified, { userAgent, replaces });
    return { kind: 'session', ...session, next: flow.next };
  }
}

/** @throws signInExpired if there is not exactly one */
function onlyState(search: string): string {
  const [state, ...more] = new URLSearchParams(search).getAll('state');
  if (state === undefined || more.length > 0) throw apiErrors.signInExpired();
  return state;
}
