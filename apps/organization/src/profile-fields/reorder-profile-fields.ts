import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import type { reorderProfileFields } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { isReordering } from '../reordering.js';
import { logProfileFields } from './profile-field-objects.js';
import { profileFieldsOf, renumberProfileFields } from './profile-fields.repository.js';

/** PATCH /realm/profile_fields. Renumbers them from 0. */
@Injectable()
export class ReorderProfileFields {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params: { order } }: CallOf<typeof reorderProfileFields>): Promise<OutputOf<typeof reorderProfileFields>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const fields = await profileFieldsOf(tx, organizationId);
      if (
        !isReordering(
          order,
          fields.map(({ id }) => id),
        )
      ) {
        throw apiErrors.incompleteProfileFieldOrder();
      }
      const currentPlaces = new Map(fields.map(({ id, place }) => [id, place]));
      if (order.every((id, index) => currentPlaces.get(id) === index)) return;
      await renumberProfileFields(tx, organizationId, order);
      await logProfileFields(tx, log, organizationId);
    });
    return {};
  }
}
