import { Controller, Module } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { findSpectatedOrganization } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';

/** The organization that visitors without an account can view, as the organization service decides. */
export const spectated: { organizationId: number | null } = { organizationId: null };

@Controller()
class SpectatedOrganizationController {
  @Serves(findSpectatedOrganization)
  findSpectatedOrganization(_call: CallOf<typeof findSpectatedOrganization>) {
    return Promise.resolve({ ...spectated });
  }
}

@Module({ controllers: [SpectatedOrganizationController] })
export class SpectatedOrganizationModule {}
