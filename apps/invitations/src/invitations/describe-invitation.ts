import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { type InputOf, type OutputOf, ROLES } from '@parley/contracts';
import type { describeInvitation } from '@parley/contracts/invitations';
import { Mail } from '@parley/mail';
import { channelsById, Database, defaultChannelGroups, type SqlReader } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { OpenInvitation } from './open-invitation.js';
import { provesAddress } from './proves-address.js';

/** What the page of an invitation link shows. The link stays valid. */
@Injectable()
export class DescribeInvitation {
  constructor(
    private readonly opening: OpenInvitation,
    private readonly addresses: OrganizationAddresses,
    private readonly database: Database,
    private readonly mail: Mail,
  ) {}

  async execute({ host, token }: InputOf<typeof describeInvitation>): Promise<OutputOf<typeof describeInvitation>> {
    const { organization, invitation } = await this.opening.find(host, token);
    const reader = this.database.direct;
    const [inviter, named] = await Promise.all([
      invitation.isOfOperator ? undefined : userById(reader, organization.id, invitation.inviterId),
      channelsById(reader, organization.id, invitation.channelIds),
    ]);
    const channels = named.filter(({ isArchived }) => !isArchived);
    const open = channels.filter(({ isPrivate }) => !isPrivate).map(({ name }) => name);
    return {
      organization: organization.name,
      organizationUrl: this.addresses.url(organization.stringId),
      email: invitation.email,
      provesAddress: provesAddress(invitation, this.mail),
      inviter: inviter?.fullName ?? null,
      channels: open.sort((a, b) => a.localeCompare(b)),
      privateChannels: channels.length - open.length,
      groups: invitation.role === ROLES.guest ? [] : await offeredGroups(reader, organization.id),
    };
  }
}

/** Without groups that have no channels. */
async function offeredGroups(reader: SqlReader, organizationId: number) {
  const groups = (await defaultChannelGroups(reader, organizationId)).filter(({ streams }) => streams.length > 0);
  const ids = groups.flatMap(({ streams }) => streams);
  const names = new Map((await channelsById(reader, organizationId, ids)).map(({ id, name }) => [id, name]));
  return groups.map(({ id, name, description, streams }) => ({
    id,
    name,
    description,
    channels: streams.flatMap((channelId) => names.get(channelId) ?? []).sort((a, b) => a.localeCompare(b)),
  }));
}
