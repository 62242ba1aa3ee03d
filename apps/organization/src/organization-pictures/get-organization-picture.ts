import { Injectable } from '@nestjs/common';
import { organizationPicture } from '@parley/access';
import type { Caller, OutputOf } from '@parley/contracts';
import type { getOrganizationIcon, OrganizationPicture } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { organizationOf } from '../organization-of.js';

/** GET /realm/icon and /realm/logo: where the image is, uploaded or generated. */
@Injectable()
export class GetOrganizationPicture {
  constructor(private readonly database: Database) {}

  async execute({ organizationId }: Caller, picture: OrganizationPicture): Promise<OutputOf<typeof getOrganizationIcon>> {
    return { url: organizationPicture(await organizationOf(this.database.client, organizationId), picture).url };
  }
}
