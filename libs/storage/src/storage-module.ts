import { type DynamicModule, Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type StorageConfig } from '@parley/runtime';
import { DiskStorage } from './disk-storage.js';
import { FileStorage } from './file-storage.js';
import { TracedStorage } from './traced-storage.js';

@Injectable()
class OpenStorage implements OnApplicationShutdown {
  constructor(readonly storage: FileStorage) {}

  onApplicationShutdown(): void {
    this.storage.close();
  }
}

/** The storage configured in the process's environment: a bucket, or a folder. */
@Global()
@Module({})
export class StorageModule {
  static forRoot(): DynamicModule {
    const open = {
      provide: OpenStorage,
      inject: [CONFIG],
      useFactory: async (config: StorageConfig) => new OpenStorage(await openStorage(config)),
    };
    const storage = { provide: FileStorage, inject: [OpenStorage], useFactory: (opened: OpenStorage) => opened.storage };
    return { module: StorageModule, providers: [open, storage], exports: [FileStorage] };
  }
}

/** The S3 SDK is large, so it is loaded only for a bucket. */
export async function openStorage(config: StorageConfig): Promise<FileStorage> {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, STORAGE_DIRECTORY } = config;
  if (S3_BUCKET !== undefined) {
    const hasKey = S3_ACCESS_KEY_ID !== undefined && S3_SECRET_ACCESS_KEY !== undefined;
    const credentials = hasKey ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } : undefined;
    const { S3Storage } = await import('./s3-storage.js');
    return new TracedStorage('s3', new S3Storage({ bucket: S3_BUCKET, region: S3_REGION, endpoint: S3_ENDPOINT, credentials }));
  }
  if (STORAGE_DIRECTORY === undefined) throw new Error('no storage is configured');
  return new TracedStorage('disk', new DiskStorage(STORAGE_DIRECTORY));
}
