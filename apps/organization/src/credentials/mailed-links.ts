import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { Database, type OrganizationRecord, organizationById } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import type { LinkKeys } from './link-keys.js';

/** Finds the request of a link by its nonce. */
export type FindRequest = (nonce: string) => Promise<{ readonly organizationId: number } | null>;

export interface OpenedLink {
  readonly nonce: string;
  readonly organization: OrganizationRecord;
}

/** Opens links of mails. Their users send no credentials, so the nonce determines the organization. */
@Injectable()
export class MailedLinks {
  constructor(
    private readonly database: Database,
    private readonly addresses: OrganizationAddresses,
  ) {}

  /**
   * A link opens at the host of its organization, or at a bare host. Links of deactivated organizations do not open.
   * @throws confirmationInvalid, also for a forged key
   */
  async open(link: { readonly key: string; readonly host: string }, keys: LinkKeys, findRequest: FindRequest): Promise<OpenedLink> {
    const nonce = keys.nonceOf(link.key);
    const request = nonce === undefined ? null : await findRequest(nonce);
    const organization = request === null ? undefined : await organizationById(this.database.direct, request.organizationId);
    if (nonce === undefined || organization === undefined || !this.opensAt(link.host, organization)) throw apiErrors.confirmationInvalid();
    return { nonce, organization };
  }

  private opensAt(host: string, { stringId, deactivatedAt }: OrganizationRecord): boolean {
    const named = this.addresses.read(host);
    return deactivatedAt === null && (named.kind === 'bare' || (named.kind === 'organization' && named.stringId === stringId));
  }
}
