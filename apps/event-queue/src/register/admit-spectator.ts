import { Injectable } from '@nestjs/common';
import { apiErrors, type InputOf, type Visitor } from '@parley/contracts';
import type { registerQueue } from '@parley/contracts/event-queue';
import { findSpectatedOrganization } from '@parley/contracts/organization';
import { RpcClient } from '@parley/rpc';
import { includeSubscribers } from './register-options.js';

/** Decides whether a visitor without credentials may register, and which organization they can view. */
@Injectable()
export class AdmitSpectator {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Returns the id of the organization at the visitor's host.
   * @throws unauthorized if the organization has nothing public, registerOptionForUsers
   */
  async execute(visitor: Visitor, params: InputOf<typeof registerQueue>): Promise<number> {
    const { organizationId } = await this.rpc.call(findSpectatedOrganization, {}, visitor);
    if (organizationId === null) throw apiErrors.unauthorized({ msg: 'Not logged in: API authentication or user session required' });
    if (params.client_extavatar === true) throw apiErrors.registerOptionForUsers({ name: 'client_gravatar' });
    if (includeSubscribers(params) === 'true') throw apiErrors.registerOptionForUsers({ name: 'include_subscribers' });
    return organizationId;
  }
}
