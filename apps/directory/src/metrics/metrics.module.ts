import { Module } from '@nestjs/common';
import { MovesModule } from '../moves/moves.module.js';
import { PlacesModule } from '../places/places.module.js';
import { CellMetrics } from './cell-metrics.js';

@Module({ imports: [MovesModule, PlacesModule], providers: [CellMetrics] })
export class MetricsModule {}
