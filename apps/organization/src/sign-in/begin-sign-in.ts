import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { beginProviderSignIn } from '@parley/contracts/organization';
import { OidcSignIn } from './oidc/oidc-sign-in.js';
import { ProviderObjects } from './provider-objects.js';
import { FLOW_SECONDS, SignInFlows } from './sign-in-flows.js';
import { SigningOrganization } from './signing-organization.js';

const ONE_TIME_PAD = /^[0-9a-f]{64}$/i;
/** Only into the app, so that a link to the sign-in page can lead to no other place. */
const NEXT = /^\/app(?:\/[\w\-./~%:@+,=]*)?$/;
const DEFAULT_NEXT = '/app';

@Injectable()
export class BeginSignIn {
  constructor(
    private readonly signing: SigningOrganization,
    private readonly flows: SignInFlows,
    private readonly objects: ProviderObjects,
    private readonly oidc: OidcSignIn,
  ) {}

  async execute({ caller, params }: CallOf<typeof beginProviderSignIn>): Promise<OutputOf<typeof beginProviderSignIn>> {
    if (!('host' in caller)) throw new Error('a visitor signs in');
    const { mobileOtp, next = DEFAULT_NEXT } = params;
    if (mobileOtp !== undefined && !ONE_TIME_PAD.test(mobileOtp)) throw apiErrors.invalidOneTimePad();
    const { organization, provider } = await this.signing.of(caller.host, params.providerId);
    const state = this.flows.newState();
    const secrets = this.oidc.newSecrets();
    const redirectUrl = this.objects.redirectUrl(organization, provider.id);
    const url = await this.oidc.begin(organization.id, provider, { redirectUrl, state, ...secrets });
    const begun = {
      ...secrets,
      next: NEXT.test(next) && !next.includes('..') ? next : DEFAULT_NEXT,
      ...(mobileOtp === undefined ? {} : { mobileOtp }),
    };
    const browserToken = await this.flows.begin(organization.id, provider.id, state, begun);
    return { url, state, browserToken, lastsSeconds: FLOW_SECONDS };
  }
}
