import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import type { updateLinkifier } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { linkifiersOf } from '@parley/persistence';
import { checkLinkifier } from './check-linkifier.js';
import { checkPatternIsFree, definitionOf } from './linkifier-definition.js';
import { logLinkifiers } from './linkifier-objects.js';
import { replaceLinkifier } from './linkifiers.repository.js';

/** PATCH /realm/filters/{filter_id}. An unchanged linkifier logs no event. */
@Injectable()
export class UpdateLinkifier {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof updateLinkifier>): Promise<OutputOf<typeof updateLinkifier>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const found = (await linkifiersOf(tx, organizationId)).find((linkifier) => linkifier.id === params.filter_id);
      if (found === undefined) throw apiErrors.noSuchLinkifier();
      const definition = definitionOf(params, found);
      checkLinkifier(definition);
      if (JSON.stringify(definition) === JSON.stringify(definitionOf({ pattern: found.pattern, url_template: found.urlTemplate }, found)))
        return;
      await checkPatternIsFree(tx, organizationId, definition.pattern, found.id);
      await replaceLinkifier(tx, organizationId, found.id, definition);
      await logLinkifiers(tx, log, organizationId);
    });
    return {};
  }
}
