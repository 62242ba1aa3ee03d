import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Runtime } from './runtime.js';

/** Injection token of the process's parsed configuration (the schema in `src/config.ts` of its app). */
export const CONFIG = Symbol('config');

@Global()
@Module({})
export class RuntimeModule {
  static for(runtime: Runtime): DynamicModule {
    return {
      module: RuntimeModule,
      providers: [
        { provide: Runtime, useValue: runtime },
        { provide: CONFIG, useValue: runtime.config },
      ],
      exports: [Runtime, CONFIG],
    };
  }
}
