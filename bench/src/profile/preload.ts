// Loaded into each service by `npm run bench -- --profile`, with the folder of the profiles in its URL. SIGUSR2 begins a profile of the processor, the next one ends and writes it.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { runningFile, writtenFile } from './profile-files.js';

const INTERVAL_US = 500;
const directory = new URL(import.meta.url).searchParams.get('directory');

if (isMainThread && directory !== null) {
  const running = join(directory, runningFile(process.pid));
  const written = join(directory, writtenFile(process.pid));
  const session = new Session();
  let isRunning = false;
  process.on('SIGUSR2', () => {
    isRunning = !isRunning;
    if (isRunning) {
      session.connect();
      session.post('Profiler.enable');
      session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
      session.post('Profiler.start', () => writeFileSync(running, ''));
      return;
    }
    session.post('Profiler.stop', (_error, { profile }) => {
      session.disconnect();
      writeFileSync(`${written}.new`, JSON.stringify(profile));
      renameSync(`${written}.new`, written);
      rmSync(running);
    });
  });
}
