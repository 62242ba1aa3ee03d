// npm run test:stores: the stores for running a single integration test file. They listen on the default ports of the tests
// (libs/runtime, test-environment).
import { repositoryPath } from '../repository.js';
import { isPortFree } from '../supervise/free-port.js';
import { ClearError } from '../terminal/clear-error.js';
import { aborted, onInterruption } from '../terminal/interruption.js';
import { terminalProgress } from '../terminal/progress.js';
import { runCommand } from '../terminal/run-command.js';
import { startTestStores } from '../test/test-stores.js';

const ports = { postgres: 55432, redis: 16379, nats: 14222 };
const directory = repositoryPath('.parley/test-stores');

await runCommand(async () => {
  const signal = onInterruption();
  for (const port of Object.values(ports)) {
    if (!(await isPortFree(port))) throw new ClearError(`Port ${port} is in use: these stores run already, or another program has it.`);
  }
  const stores = await terminalProgress().step('stores', (report) => startTestStores({ directory, ports, report }));
  console.log('\nThe test stores are up. In another terminal:\n');
  console.log('  node --experimental-vm-modules node_modules/jest/bin/jest.js apps/messaging/test\n\nCtrl-C stops them.');
  await aborted(signal);
  await stores.stop();
});
