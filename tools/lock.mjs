// A lock between processes: a file with the holder's name. Plain JavaScript, because bootstrap.mjs needs it before anything is compiled.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `work` while no other process holds the same lock. The lock of a dead holder is taken over.
 * @template T
 * @param {string} path lock file; its folder must exist
 * @param {{ onWait?: (holderPid: number) => void }} options `onWait` is called once if another process holds the lock
 * @param {() => Promise<T> | T} work
 * @returns {Promise<T>}
 */
export async function withLock(path, options, work) {
  let isNotified = false;
  while (!tryTake(path)) {
    const holder = holderOf(path);
    if (holder !== undefined && (!isRunning(holder) || isFromBeforeBoot(path))) {
      rmSync(path, { force: true });
      continue;
    }
    if (holder !== undefined && !isNotified) {
      isNotified = true;
      options.onWait?.(holder);
    }
    await delay(150);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function tryTake(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** undefined while the holder is writing its name, or has just released the lock. */
function holderOf(path) {
  try {
    const text = readFileSync(path, 'utf8');
    return text === '' ? undefined : Number(text);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** After a crash of the machine another program may have the holder's process id. */
function isFromBeforeBoot(path) {
  try {
    return statSync(path).mtimeMs < Date.now() - uptime() * 1000;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}
