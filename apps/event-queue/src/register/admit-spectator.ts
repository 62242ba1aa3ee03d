import { Injectable } from '@nestjs/common';
import { apiErrors, findSpectatedOrganization, type InputOf, type registerQueue, type Visitor } from '@parley/contracts';
import { RpcClient } from '@parley/rpc';
import { includeSubscribers } from './register-options.js';

/** Whether somebody without credentials may register, and what he looks at. */
@Injectable()
export class AdmitSpectator {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * The id of the organization at his host.
   * @throws unauthorized where nothing is open to him, badRequest for what only people of an organization may ask for.
   */
  async execute(visitor: Visitor, params: InputOf<typeof registerQueue>): Promise<number> {
    const { organizationId } = await this.rpc.call(findSpectatedOrganization, {}, visitor);
    if (organizationId === null) throw apiErrors.unauthorized({ msg: 'Not logged in: API authentication or user session required' });
    if (params.client_extavatar === true) throw anonymousMayNot('client_gravatar');
    if (includeSubscribers(params) === 'true') throw anonymousMayNot('include_subscribers');
    return organizationId;
  }
}

function anonymousMayNot(name: string) {
  return apiErrors.badRequest({ msg: `Invalid '${name}' parameter for anonymous request` });
}
