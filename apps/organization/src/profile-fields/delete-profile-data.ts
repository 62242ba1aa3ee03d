import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { deleteProfileData } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { setProfileData } from './set-profile-data.js';

/** DELETE /users/me/profile_data */
@Injectable()
export class DeleteProfileData {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof deleteProfileData>): Promise<OutputOf<typeof deleteProfileData>> {
    const { organizationId, userId } = caller;
    const nothing = params.data.map((id) => ({ id, value: null }));
    await this.eventLog.change(organizationId, (tx, log) => setProfileData({ tx, log, organizationId }, caller, userId, nothing));
    return {};
  }
}
