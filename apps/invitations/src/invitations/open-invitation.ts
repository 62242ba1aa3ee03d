import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { Database, type InvitationRecord, type OrganizationRecord, openInvitations, organizationById } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { InvitationsRepository } from './invitations.repository.js';

/** Finds the invitation of a link. The token determines the organization. At the host of another organization it is invalid. */
@Injectable()
export class OpenInvitation {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
    private readonly invitations: InvitationsRepository,
  ) {}

  /** @throws invitationInvalid for every fault, so that the error reveals nothing */
  async find(host: string, token: string): Promise<{ organization: OrganizationRecord; invitation: InvitationRecord }> {
    const { client } = this.database;
    const named = await this.invitations.findByToken(client, token);
    if (named === undefined) throw apiErrors.invitationInvalid();
    const organization = await organizationById(client, named.organizationId);
    const [invitation] = await openInvitations(client, named.organizationId, { id: named.id });
    if (organization === undefined || invitation === undefined || !this.isAt(host, organization)) throw apiErrors.invitationInvalid();
    return { organization, invitation };
  }

  private isAt(host: string, { stringId, deactivatedAt }: OrganizationRecord): boolean {
    const named = this.addresses.read(host);
    return deactivatedAt === null && (named.kind === 'bare' || (named.kind === 'organization' && named.stringId === stringId));
  }
}
