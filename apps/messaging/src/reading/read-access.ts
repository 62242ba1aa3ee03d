import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, findSpectatedOrganization, type Visitor } from '@parley/contracts';
import { Database, readViewer, spectatorOf, type Viewer } from '@parley/persistence';
import { RpcClient } from '@parley/rpc';

/** Who reads: somebody logged in, or anybody where an organization has web-public channels to show. */
@Injectable()
export class ReadAccess {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  /** @throws unauthorized for somebody who is not logged in, where nothing is open to him. */
  async viewerOf(caller: Caller | Visitor): Promise<Viewer> {
    if ('userId' in caller) return readViewer(this.database.client, caller);
    const { organizationId } = await this.rpc.call(findSpectatedOrganization, {}, caller);
    if (organizationId === null) throw notLoggedIn();
    return spectatorOf(organizationId);
  }
}

export function notLoggedIn() {
  return apiErrors.unauthorized({ msg: 'Not logged in: API authentication or user session required' });
}
