// npm run pack:client: builds the client library as a package for npm (libs/client/README.md).
import { spawn } from 'node:child_process';
import { repositoryPath } from '../repository.js';

const packing = spawn(process.execPath, [repositoryPath('tools/package-client.mjs'), ...process.argv.slice(2)], { stdio: 'inherit' });
packing.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
