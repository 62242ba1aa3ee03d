import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  deleteMessageExport,
  deleteOutdatedExports,
  findMessageExport,
  listExportConsents,
  listMessageExports,
  startMessageExport,
} from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { DeleteExport } from './delete-export.js';
import { ReadExports } from './read-exports.js';
import { StartExport } from './start-export.js';

@Controller()
export class ExportsController {
  constructor(
    private readonly starting: StartExport,
    private readonly reading: ReadExports,
    private readonly deleting: DeleteExport,
  ) {}

  @Serves(startMessageExport)
  startMessageExport({ caller, params }: CallOf<typeof startMessageExport>) {
    return this.starting.execute(caller, params);
  }

  @Serves(listMessageExports)
  listMessageExports({ caller }: CallOf<typeof listMessageExports>) {
    return this.reading.list(caller);
  }

  @Serves(listExportConsents)
  listExportConsents({ caller }: CallOf<typeof listExportConsents>) {
    return this.reading.consents(caller);
  }

  @Serves(deleteMessageExport)
  deleteMessageExport({ caller, params }: CallOf<typeof deleteMessageExport>) {
    return this.deleting.execute(caller, params.export_id);
  }

  @Serves(deleteOutdatedExports)
  async deleteOutdatedExports({ params }: CallOf<typeof deleteOutdatedExports>) {
    await this.deleting.removeOutdated(params.organizationId);
    return {};
  }

  @Serves(findMessageExport)
  findMessageExport({ caller, params }: CallOf<typeof findMessageExport>) {
    return this.reading.find(caller, params);
  }
}
