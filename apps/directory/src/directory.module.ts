import { Module } from '@nestjs/common';
import { PersistenceModule } from '@parley/persistence';
import { MetricsModule } from './metrics/metrics.module.js';
import { MovesModule } from './moves/moves.module.js';
import { PlacesModule } from './places/places.module.js';
import { DIRECTORY_VERSION } from './schema-version.js';

@Module({ imports: [PersistenceModule.forService('directory', DIRECTORY_VERSION), MetricsModule, MovesModule, PlacesModule] })
export class DirectoryModule {}
