import { Injectable } from '@nestjs/common';
import { readViewer, spectatorOf, type Viewer } from '@parley/access';
import { apiErrors, type Caller, type Visitor } from '@parley/contracts';
import { findSpectatedOrganization } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { RpcClient } from '@parley/rpc';

/** The reader of messages: a user, or a spectator if the organization has web-public channels. */
@Injectable()
export class ReadAccess {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  /** @throws unauthorized for a visitor if the organization has nothing public */
  async viewerOf(caller: Caller | Visitor): Promise<Viewer> {
    if ('userId' in caller) return readViewer(this.database.direct, caller);
    const { organizationId } = await this.rpc.call(findSpectatedOrganization, {}, caller);
    if (organizationId === null) throw notLoggedIn();
    return spectatorOf(organizationId);
  }
}

export function notLoggedIn() {
  return apiErrors.unauthorized({ msg: 'Not logged in: API authentication or user session required' });
}
