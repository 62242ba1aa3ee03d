import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { updateProfileData } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { setProfileData } from './set-profile-data.js';

/** PATCH /users/me/profile_data */
@Injectable()
export class UpdateProfileData {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof updateProfileData>): Promise<OutputOf<typeof updateProfileData>> {
    const { organizationId, userId } = caller;
    await this.eventLog.change(organizationId, (tx, log) => setProfileData({ tx, log, organizationId }, caller, userId, params.data));
    return {};
  }
}
