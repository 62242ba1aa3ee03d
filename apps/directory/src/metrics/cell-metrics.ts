import { Injectable } from '@nestjs/common';
import { MOVE_STEPS, type Move } from '@parley/contracts/directory';
import { Database } from '@parley/persistence';
import { type GaugeDeclaration, METRICS, Runtime, Sample } from '@parley/runtime';
import { MovesRepository } from '../moves/moves.repository.js';
import { type Cell, PlacesRepository } from '../places/places.repository.js';

const KEPT_MS = 15_000;

interface Reading {
  readonly cells: readonly Cell[];
  readonly moves: readonly Move[];
}

/** How the cells are filled, and which moves are under way. Read when the metrics are, at most once in 15 s. */
@Injectable()
export class CellMetrics {
  constructor(
    { direct }: Database,
    places: PlacesRepository,
    moves: MovesRepository,
    private readonly runtime: Runtime,
  ) {
    const take = async (): Promise<Reading> => ({ cells: await places.cells(direct), moves: await moves.list(direct) });
    const sample = new Sample(take, KEPT_MS, (err) => runtime.logger.warn({ err }, 'failed to read the metrics of the cells'));
    const ofCells = (amountOf: (cell: Cell) => number | null) => (reading: Reading) =>
      reading.cells.map((cell) => ({ labels: { cell: cell.name }, value: amountOf(cell) }));
    const ofSteps = (amountOf: (moves: readonly Move[]) => number) => (reading: Reading) =>
      MOVE_STEPS.map((step) => ({ labels: { step }, value: amountOf(reading.moves.filter((move) => move.step === step)) }));
    this.show(
      METRICS.cellOrganizations,
      sample,
      ofCells(({ organizations }) => organizations),
    );
    this.show(
      METRICS.cellCapacity,
      sample,
      ofCells(({ capacity }) => capacity),
    );
    this.show(
      METRICS.moves,
      sample,
      ofSteps(({ length }) => length),
    );
    this.show(METRICS.moveStepSeconds, sample, ofSteps(oldestSeconds));
  }

  private show<L extends 'cell' | 'step'>(
    declared: GaugeDeclaration<L>,
    sample: Sample<Reading>,
    valuesOf: (reading: Reading) => readonly { readonly labels: Record<L, string>; readonly value: number | null }[],
  ): void {
    this.runtime.metrics.gauge(declared, async (gauge) => {
      const reading = await sample.read();
      gauge.reset();
      if (reading === undefined) return;
      for (const { labels, value } of valuesOf(reading)) if (value !== null) gauge.set(labels, value);
    });
  }
}

function oldestSeconds(moves: readonly Move[]): number {
  const now = Date.now() / 1000;
  return moves.reduce((oldest, { stepAt }) => Math.max(oldest, now - stepAt), 0);
}
