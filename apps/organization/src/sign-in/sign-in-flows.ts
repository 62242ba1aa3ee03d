import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { z } from 'zod';
import { ApiKeys } from '../credentials/api-keys.js';
import { insertFlow, takeFlow } from './sign-in-flows.repository.js';

/** A person needs some minutes at the provider, such as for its second factor. */
export const FLOW_SECONDS = 600;
const TOKEN_BYTES = 32;

const flow = z.object({
  /** Of OpenID Connect. */
  nonce: z.string(),
  codeVerifier: z.string(),
  /** Where the browser goes afterwards. */
  next: z.string(),
  /** Of an app: 64 hexadecimal digits. */
  mobileOtp: z.string().optional(),
});
/** What must be known when a sign-in ends. */
export type Flow = z.infer<typeof flow>;

/**
 * Sign-ins that have begun. Both the state, which travels through the provider, and the token of the browser must come back: another browser cannot
 * end a flow, so no person can be signed in to the account of another one.
 */
@Injectable()
export class SignInFlows {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeys,
  ) {}

  newState(): string {
    return randomBytes(TOKEN_BYTES).toString('base64url');
  }

  /** Returns the token of the browser. */
  async begin(organizationId: number, providerId: string, state: string, begun: Flow): Promise<string> {
    const browserToken = randomBytes(TOKEN_BYTES).toString('base64url');
    const sealed = this.keys.seal(ownerOf(organizationId, state), JSON.stringify(begun));
    const [stateDigest, browserDigest] = [digestOf(state), digestOf(browserToken)];
    await insertFlow(this.database.direct, organizationId, { providerId, stateDigest, browserDigest, sealed, seconds: FLOW_SECONDS });
    return browserToken;
  }

  /** @throws signInExpired, also for a flow of another provider, browser or organization */
  async end(organizationId: number, providerId: string, { state, browserToken }: { state: string; browserToken: string }): Promise<Flow> {
    const name = { providerId, stateDigest: digestOf(state), browserDigest: digestOf(browserToken) };
    const sealed = await takeFlow(this.database.direct, organizationId, name);
    if (sealed === undefined) throw apiErrors.signInExpired();
    return flow.parse(JSON.parse(this.keys.open(ownerOf(organizationId, state), sealed)));
  }
}

function ownerOf(organizationId: number, state: string): string {
  return `sign-in ${organizationId} ${state}`;
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
