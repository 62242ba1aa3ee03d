import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import type { createLinkifier } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { linkifiersOf } from '@parley/persistence';
import { checkLinkifier } from './check-linkifier.js';
import { checkPatternIsFree, definitionOf } from './linkifier-definition.js';
import { logLinkifiers } from './linkifier-objects.js';
import { insertLinkifier } from './linkifiers.repository.js';

/** Every message is matched against all of them, and every change sends all of them. */
const MAX_LINKIFIERS = 200;

/** Creates a linkifier, which is applied after all others. */
@Injectable()
export class CreateLinkifier {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof createLinkifier>): Promise<OutputOf<typeof createLinkifier>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    const definition = definitionOf(params);
    checkLinkifier(definition);
    return this.eventLog.change(organizationId, async (tx, log) => {
      await checkPatternIsFree(tx, organizationId, definition.pattern);
      if ((await linkifiersOf(tx, organizationId)).length >= MAX_LINKIFIERS) throw apiErrors.tooManyLinkifiers({ limit: MAX_LINKIFIERS });
      const id = await insertLinkifier(tx, organizationId, definition);
      await logLinkifiers(tx, log, organizationId);
      return { id };
    });
  }
}
