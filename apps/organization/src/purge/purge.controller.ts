import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { beginPurge, endPurge, purgeAcceptances, purgePeople } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { BeginPurge } from './begin-purge.js';
import { EndPurge } from './end-purge.js';
import { PurgeAcceptances } from './purge-acceptances.js';
import { PurgePeople } from './purge-people.js';

@Controller()
export class PurgeController {
  constructor(
    private readonly beginning: BeginPurge,
    private readonly acceptances: PurgeAcceptances,
    private readonly people: PurgePeople,
    private readonly end: EndPurge,
  ) {}

  @Serves(beginPurge)
  beginPurge({ params }: CallOf<typeof beginPurge>) {
    return this.beginning.execute(params);
  }

  @Serves(purgeAcceptances)
  purgeAcceptances({ params }: CallOf<typeof purgeAcceptances>) {
    return this.acceptances.execute(params);
  }

  @Serves(purgePeople)
  purgePeople({ params }: CallOf<typeof purgePeople>) {
    return this.people.execute(params);
  }

  @Serves(endPurge)
  endPurge({ params }: CallOf<typeof endPurge>) {
    return this.end.execute(params);
  }
}
