import { loadConfig, runMain, stopOnSignals } from '@parley/runtime';
import { gatewayConfig } from './config.js';
import { startGateway } from './start-gateway.js';

runMain(async () => {
  const gateway = await startGateway(loadConfig(gatewayConfig));
  stopOnSignals(gateway.runtime.logger, () => gateway.stop());
});
