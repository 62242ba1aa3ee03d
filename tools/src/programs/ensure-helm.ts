import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryPath } from '../repository.js';
import { lastLine } from '../stores/run-installer.js';
import { runProgram } from '../supervise/run-program.js';
import { findIn, foldersOf } from './ensure-program.js';

const HELM_VERSION = 'v3.22.0';
const KUBERNETES_VERSION = 'v1.36.3';
/** What is built here. */
const FOLDER = repositoryPath('.parley/programs');
const GO_FOLDERS = ['/usr/local/go/bin', '/usr/lib/go/bin'];

/** helm, and the folder with the OpenAPI documents of Kubernetes; or the reason why they are not there. */
export type ChartTools = { readonly helm: string; readonly schemas: string } | { readonly missingBecause: string };

interface Options {
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
  /** Whether to build and download what is missing: five minutes of processor time. */
  readonly mayBuild: boolean;
}

/** Finds helm, or builds it from the Go module proxy. The schemas are files of Kubernetes' own Go module. Never rejects. */
export async function ensureChartTools({ report, signal, mayBuild }: Options): Promise<ChartTools> {
  const go = findIn([...foldersOf(process.env), ...GO_FOLDERS], 'go');
  const helm = findIn([FOLDER, ...foldersOf(process.env)], 'helm');
  if (helm === undefined && !mayBuild) return { missingBecause: 'there is no helm. npm run test:deploy builds it' };
  if (go === undefined) return { missingBecause: 'there is no Go, which is needed for helm and for the schemas of Kubernetes' };
  const environment = { ...process.env, GOFLAGS: '-buildvcs=false', ...(mayBuild ? {} : { GOPROXY: 'off' }) };
  const run = (args: readonly string[], extra: Readonly<Record<string, string>> = {}) =>
    runProgram(go, args, { env: { ...environment, ...extra }, signal });
  const module = await run(['mod', 'download', '-json', `k8s.io/kubernetes@${KUBERNETES_VERSION}`]);
  const schemas = join(folderIn(module.output) ?? '', 'api/openapi-spec/v3');
  if (module.exitCode !== 0 || !existsSync(schemas))
    return {
      missingBecause: mayBuild
        ? `the schemas of Kubernetes cannot be had: ${lastLine(module)}`
        : 'npm run test:deploy has not fetched the schemas',
    };
  if (helm !== undefined) return { helm, schemas };
  report(`building helm ${HELM_VERSION}`);
  const build = await run(['install', `helm.sh/helm/v3/cmd/helm@${HELM_VERSION}`], { GOBIN: FOLDER });
  const built = findIn([FOLDER], 'helm');
  return built === undefined ? { missingBecause: `helm could not be built: ${lastLine(build)}` } : { helm: built, schemas };
}

function folderIn(output: string): string | undefined {
  return /"Dir": "([^"]+)"/.exec(output)?.[1];
}
