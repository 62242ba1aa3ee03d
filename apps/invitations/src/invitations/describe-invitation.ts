import { Injectable } from '@nestjs/common';
import type { describeInvitation, InputOf, OutputOf } from '@parley/contracts';
import { OrganizationAddresses } from '@parley/runtime';
import { OpenInvitation } from './open-invitation.js';

/** What somebody is told who opens the link. It uses nothing up. */
@Injectable()
export class DescribeInvitation {
  constructor(
    private readonly opening: OpenInvitation,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute({ host, token }: InputOf<typeof describeInvitation>): Promise<OutputOf<typeof describeInvitation>> {
    const { organization, invitation } = await this.opening.find(host, token);
    return { organization: organization.name, organizationUrl: this.addresses.url(organization.stringId), email: invitation.email };
  }
}
