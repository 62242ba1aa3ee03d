import { Inject, Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { Bus } from '@parley/rpc';
import { CONFIG, Runtime } from '@parley/runtime';
import type { GatewayConfig } from '../config.js';

/** What names a cell in calls. Undefined: the first cell, which has the subjects of an installation without cells. */
export type Cell = string | undefined;

/** The cells of the installation: docs/adr/0045-cells.md. */
@Injectable()
export class Cells {
  /** In the order of the configuration. */
  readonly all: readonly Cell[];
  /** Without it, there is one cell and no directory. */
  readonly areSeveral: boolean;
  private readonly names: readonly string[];

  constructor(
    @Inject(CONFIG) { CELLS }: Pick<GatewayConfig, 'CELLS'>,
    private readonly bus: Bus,
    private readonly runtime: Runtime,
  ) {
    this.names = CELLS;
    this.areSeveral = CELLS.length > 1;
    this.all = this.areSeveral ? CELLS.map((name) => this.called(name)) : [undefined];
  }

  /**
   * The cell of this name.
   * @throws `unavailable` if the configuration does not name it, because a gateway with a newer one may
   */
  called(name: string): Cell {
    const place = this.names.indexOf(name);
    if (place === -1) {
      this.runtime.logger.error({ cell: name }, 'the directory names a cell that is not in CELLS');
      throw apiErrors.unavailable();
    }
    return place === 0 ? undefined : name;
  }

  /** The broadcasts of a cell. */
  busOf(cell: Cell): Bus {
    return this.bus.inCell(cell);
  }
}
