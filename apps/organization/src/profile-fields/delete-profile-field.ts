import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import type { deleteProfileField } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { logProfileFields } from './profile-field-objects.js';
import { profileFieldsOf, removeProfileField } from './profile-fields.repository.js';

/** DELETE /realm/profile_fields/{field_id}, with the values of all users. Clients delete these values without an event for each. */
@Injectable()
export class DeleteProfileField {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof deleteProfileField>): Promise<OutputOf<typeof deleteProfileField>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    const { field_id: id } = params;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const isKnown = (await profileFieldsOf(tx, organizationId)).some((field) => field.id === id);
      if (!isKnown) throw apiErrors.noSuchProfileField({ id });
      await removeProfileField(tx, organizationId, id);
      await logProfileFields(tx, log, organizationId);
    });
    return {};
  }
}
