import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { BalancerTarget } from './balancer.js';

/** Whole or not at all: the balancer never reads half of it. */
export function writeTargets(path: string, targets: readonly BalancerTarget[]): void {
  writeFileSync(`${path}.new`, JSON.stringify(targets));
  renameSync(`${path}.new`, path);
}

export function readTargets(path: string): readonly BalancerTarget[] {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Tells whenever the file holds other targets than before. It is read again and again, because watching files fails on some file systems. */
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
      // Gone or unreadable: the targets stay as they are.
    }
  }, everyMs);
}
