import type { Scenario } from './scenarios/scenario.js';

/**
 * The scenarios that `--only` names: by their names, or by the beginning of their names up to a hyphen. Without it, those of a whole run.
 * @throws Error for a name that fits none
 */
export function chosenScenarios<T extends Pick<Scenario, 'name' | 'onlyIfNamed'>>(all: readonly T[], only: string | undefined): T[] {
  if (only === undefined) return all.filter(({ onlyIfNamed }) => onlyIfNamed !== true);
  const words = only.split(',').filter((word) => word !== '');
  const fits = ({ name }: T, word: string) => name === word || name.startsWith(`${word}-`);
  const unknown = words.find((word) => !all.some((scenario) => fits(scenario, word)));
  if (unknown !== undefined) throw new Error(`There is no scenario "${unknown}". There are: ${all.map(({ name }) => name).join(', ')}.`);
  return all.filter((scenario) => words.some((word) => fits(scenario, word)));
}
