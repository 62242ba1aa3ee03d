/** The stages of `npm test`, in the order they run: what fails soonest comes first. */
export const stageNames = ['check', 'unit', 'contract', 'integration', 'api', 'clients', 'cluster'] as const;
export type StageName = (typeof stageNames)[number];

export interface Selection {
  readonly stages: readonly StageName[];
  /** Parts of paths: only test files whose path holds one of them. Empty: all. */
  readonly paths: readonly string[];
}

/** `npm test -- unit api` runs those stages; any other word selects test files by a part of their path, in the stages named or in all. */
export function select(words: readonly string[]): Selection {
  const paths = words.filter((word) => !isStage(word));
  const named = stageNames.filter((stage) => words.includes(stage));
  if (named.length > 0) return { stages: named, paths };
  // The check has no files to choose from.
  return { stages: paths.length > 0 ? stageNames.filter((stage) => stage !== 'check') : stageNames, paths };
}

function isStage(word: string): boolean {
  return stageNames.some((stage) => stage === word);
}
