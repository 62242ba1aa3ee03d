import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import { type createProfileField, isProfileFieldType } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { newField } from './profile-field-content.js';
import { logProfileFields } from './profile-field-objects.js';
import { insertProfileField, profileFieldsOf } from './profile-fields.repository.js';

/** Every change sends all of them. */
const MAX_FIELDS = 100;

/** POST /realm/profile_fields: a new field after all others. */
@Injectable()
export class CreateProfileField {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof createProfileField>): Promise<OutputOf<typeof createProfileField>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    const { field_type: fieldType, ...details } = params;
    if (!isProfileFieldType(fieldType)) throw apiErrors.invalidProfileFieldType();
    return this.eventLog.change(organizationId, async (tx, log) => {
      const others = await profileFieldsOf(tx, organizationId);
      const field = newField(fieldType, details, others);
      if (others.length >= MAX_FIELDS) throw apiErrors.tooManyProfileFields({ limit: MAX_FIELDS });
      const place = 1 + Math.max(-1, ...others.map((other) => other.place));
      const id = await insertProfileField(tx, organizationId, { ...field, place });
      await logProfileFields(tx, log, organizationId);
      return { id };
    });
  }
}
