import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { getPresence, listPresence, reportPresence } from '@parley/contracts/settings';
import { Serves } from '@parley/rpc';
import { GetPresence } from './get-presence.js';
import { ListPresence } from './list-presence.js';
import { ReportPresence } from './report-presence.js';

@Controller()
export class PresenceController {
  constructor(
    private readonly report: ReportPresence,
    private readonly list: ListPresence,
    private readonly get: GetPresence,
  ) {}

  @Serves(reportPresence)
  reportPresence(call: CallOf<typeof reportPresence>) {
    return this.report.execute(call.caller, call.params);
  }

  @Serves(listPresence)
  listPresence(call: CallOf<typeof listPresence>) {
    return this.list.execute(call.caller);
  }

  @Serves(getPresence)
  getPresence(call: CallOf<typeof getPresence>) {
    return this.get.execute(call.caller, call.params);
  }
}
