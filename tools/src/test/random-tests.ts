import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryPath } from '../repository.js';

const TAKES_SEEDS = /(each\(|of )testSeeds\(/;

/** The test files that take their seeds from the environment, as paths in the repository. */
export function randomTestFiles(): string[] {
  return ['apps', 'libs'].flatMap((folder) =>
    readdirSync(repositoryPath(folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('spec.ts') && !/(^|\/)(node_modules|dist)\//.test(path))
      .map((path) => join(folder, path))
      .filter((path) => TAKES_SEEDS.test(readFileSync(repositoryPath(path), 'utf8')))
      .sort(),
  );
}

/** As many seeds as wanted that no other day has. */
export function seedsOfDay(day: Date, count: number): number[] {
  const date = Number(day.toISOString().slice(0, 10).replaceAll('-', ''));
  return Array.from({ length: count }, (_, n) => date * 100 + n);
}
