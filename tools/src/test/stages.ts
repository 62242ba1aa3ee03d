/** The stages of `npm test`, in order: those that fail soonest come first. */
export const stageNames = ['check', 'unit', 'contract', 'deploy', 'integration', 'api', 'clients', 'cluster'] as const;
export type StageName = (typeof stageNames)[number];

export interface Selection {
  readonly stages: readonly StageName[];
  /** Parts of paths. Only test files whose path contains one of them. Empty means all. */
  readonly paths: readonly string[];
}

/** `npm test -- unit api` runs those stages; any other word selects test files by a part of their path, in the named stages or in all. */
export function select(words: readonly string[]): Selection {
  const paths = words.filter((word) => !isStage(word));
  const named = stageNames.filter((stage) => words.includes(stage));
  if (named.length > 0) return { stages: named, paths };
  // The check has no test files to select.
  return { stages: paths.length > 0 ? stageNames.filter((stage) => stage !== 'check') : stageNames, paths };
}

function isStage(word: string): boolean {
  return stageNames.some((stage) => stage === word);
}
