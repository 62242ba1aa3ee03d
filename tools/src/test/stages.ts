/** The stages of `npm test`, in order: those that fail soonest come first. */
export const stageNames = ['check', 'unit', 'contract', 'deploy', 'integration', 'api', 'clients', 'cluster'] as const;
/** `upgrade` is too long for `npm test`: it also builds the previous version. */
export type StageName = (typeof stageNames)[number] | 'upgrade';

/**
 * Stages in the order in which they run: those of a lane one after the other, lanes at the same time. A suite under test waits more than it
 * computes, so those of one replica and of the cluster share the processors. All other stages use every processor themselves.
 */
export interface Plan {
  readonly first: readonly StageName[];
  readonly lanes: readonly [single: readonly StageName[], cluster: readonly StageName[]];
}

export function planOf(stages: readonly StageName[]): Plan {
  const isSingle = (stage: StageName) => stage === 'api' || stage === 'clients';
  return {
    first: stages.filter((stage) => !isSingle(stage) && stage !== 'cluster'),
    lanes: [stages.filter(isSingle), stages.filter((stage) => stage === 'cluster')],
  };
}

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
