import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Runtime } from '@parley/runtime';
import { Bus } from './bus.js';
import { NatsLink } from './nats-connection.js';
import { RpcClient } from './rpc-client.js';

@Global()
@Module({})
export class RpcModule {
  static for(link: NatsLink): DynamicModule {
    return {
      module: RpcModule,
      providers: [
        { provide: NatsLink, useValue: link },
        { provide: RpcClient, useFactory: (runtime: Runtime) => new RpcClient(link, runtime), inject: [Runtime] },
        { provide: Bus, useFactory: (runtime: Runtime) => new Bus(link, runtime), inject: [Runtime] },
      ],
      exports: [NatsLink, RpcClient, Bus],
    };
  }
}
