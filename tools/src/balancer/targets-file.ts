import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { BalancerTarget } from './balancer.js';

/** Written atomically, so that the balancer never reads half of it. */
export function writeTargets(path: string, targets: readonly BalancerTarget[]): void {
  writeFileSync(`${path}.new`, JSON.stringify(targets));
  renameSync(`${path}.new`, path);
}

export function readTargets(path: string): readonly BalancerTarget[] {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Calls `retarget` whenever the targets in the file change. Reads the file periodically, because watching files fails on some file systems. */
export function followTargets(path: string, everyMs: number, retarget: (targets: readonly BalancerTarget[]) => void): NodeJS.Timeout {
  let before = JSON.stringify(readTargets(path));
  return setInterval(() => {
    try {
      const targets = readTargets(path);
      const now = JSON.stringify(targets);
      if (now === before) return;
      before = now;
      retarget(targets);
    } catch {
      // Missing or unreadable: the targets do not change.
    }
  }, everyMs);
}
