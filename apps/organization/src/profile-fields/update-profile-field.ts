import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import type { updateProfileField } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import type { Change } from '../change.js';
import { changedField, type FieldContent, fieldDataOf } from './profile-field-content.js';
import { logProfileFields } from './profile-field-objects.js';
import { type ProfileFieldRecord, profileFieldsOf, replaceProfileField } from './profile-fields.repository.js';
import { logValuesGone } from './profile-values.js';
import { removeProfileValues } from './profile-values.repository.js';

const TIMEOUT_MS = 30_000;

/** PATCH /realm/profile_fields/{field_id}. Removing a choice also removes the values of users who selected it. */
@Injectable()
export class UpdateProfileField {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof updateProfileField>): Promise<OutputOf<typeof updateProfileField>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    const { field_id: id, ...details } = params;
    await this.eventLog.change(
      organizationId,
      async (tx, log) => {
        const all = await profileFieldsOf(tx, organizationId);
        const before = all.find((field) => field.id === id);
        if (before === undefined) throw apiErrors.noSuchProfileField({ id });
        const after = changedField(before, details, all);
        if (JSON.stringify({ id, place: before.place, ...after }) === JSON.stringify(inOrder(before, after))) return;
        await replaceProfileField(tx, organizationId, id, after);
        await logProfileFields(tx, log, organizationId);
        await dropChoices({ tx, log, organizationId }, before, after);
      },
      { timeoutMs: TIMEOUT_MS },
    );
    return {};
  }
}

/** The field with its properties in the order of `like`. */
function inOrder(field: ProfileFieldRecord, like: FieldContent): Record<string, unknown> {
  return Object.fromEntries(['id', 'place', ...Object.keys(like)].map((name) => [name, Reflect.get(field, name)]));
}

async function dropChoices({ tx, log, organizationId }: Change, before: ProfileFieldRecord, after: FieldContent): Promise<void> {
  const kept = fieldDataOf(after);
  const gone = Object.keys(fieldDataOf(before)).filter((key) => !Object.hasOwn(kept, key));
  if (gone.length === 0) return;
  const userIds = await removeProfileValues(tx, organizationId, before.id, gone);
  await logValuesGone({ tx, log, organizationId }, before.id, userIds);
}
