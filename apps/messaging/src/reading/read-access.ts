import { Injectable } from '@nestjs/common';
import { readViewer, selectGroupsOfViewer, spectatorOf, type Viewer, viewerOf } from '@parley/access';
import { apiErrors, type Caller, type Visitor } from '@parley/contracts';
import { findSpectatedOrganization } from '@parley/contracts/organization';
import { Database, selectLinkifiers, selectTogether } from '@parley/persistence';
import { RpcClient } from '@parley/rpc';
import { type FindTopicLinks, topicLinkFinder, topicLinksBy } from '../messages/linkifiers.js';

/** The reader of messages: a user, or a spectator if the organization has web-public channels. */
@Injectable()
export class ReadAccess {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * The reader, and the linkifiers of their organization. For a user they are read in one statement.
   * @throws unauthorized for a visitor if the organization has nothing public
   */
  async withTopicLinks(caller: Caller | Visitor): Promise<{ viewer: Viewer; linksOf: FindTopicLinks }> {
    const { direct } = this.database;
    if (!('userId' in caller)) {
      const viewer = await this.viewerOf(caller);
      return { viewer, linksOf: await topicLinkFinder(direct, viewer.organizationId) };
    }
    const selects = { groups: selectGroupsOfViewer(caller), linkifiers: selectLinkifiers(caller.organizationId) };
    const { groups, linkifiers } = await selectTogether(direct, selects);
    return { viewer: viewerOf(caller, groups), linksOf: topicLinksBy(linkifiers) };
  }

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
