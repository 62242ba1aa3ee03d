import { Module } from '@nestjs/common';
import { PersistenceModule } from '@parley/persistence';
import { PlacesModule } from './places/places.module.js';
import { DIRECTORY_VERSION } from './schema-version.js';

@Module({ imports: [PersistenceModule.forService('directory', DIRECTORY_VERSION), PlacesModule] })
export class DirectoryModule {}
