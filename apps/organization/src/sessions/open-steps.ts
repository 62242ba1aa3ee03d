import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type Visitor } from '@parley/contracts';
import { SESSION_TOKEN } from '@parley/contracts/organization';
import { Database, organizationsAmong } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { openStep, type SignInStep } from '../credentials/sign-in-steps.repository.js';
import { digestOfToken } from './session-tokens.js';

/** Sign-ins that wait for the second factor. A step of another organization is answered like one that is over. */
@Injectable()
export class OpenSteps {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  /** @throws signInStepEnded, unknownOrganization */
  async of(caller: Caller | Visitor, stepToken: string): Promise<SignInStep> {
    if (!('host' in caller)) throw new Error('a visitor signs in');
    const named = this.addresses.read(caller.host);
    const step = SESSION_TOKEN.test(stepToken) ? await openStep(this.database.direct, digestOfToken(stepToken)) : undefined;
    const isHere = named.kind === 'bare' || (named.kind === 'organization' && named.stringId === step?.stringId);
    if (step !== undefined && isHere) return step;
    if (named.kind === 'unknown') throw apiErrors.unknownOrganization();
    // So that the gateway asks the next cell, or the one to which the organization was moved.
    if (named.kind === 'bare') throw apiErrors.signInStepEnded();
    const existing = await organizationsAmong(this.database.direct, [named.stringId]);
    throw existing.has(named.stringId) ? apiErrors.signInStepEnded() : apiErrors.unknownOrganization();
  }
}
