import { loadConfig, runMain, stopOnSignals } from '@parley/runtime';
import { startGateway } from './start-gateway.js';

runMain(async () => {
  const gateway = await startGateway(loadConfig('gateway'));
  stopOnSignals(gateway.runtime.logger, () => gateway.stop());
});
