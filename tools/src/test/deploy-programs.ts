import { ensureChartTools } from '../programs/ensure-helm.js';
import { BUILDAH, DEBOOTSTRAP, ensureProgram, type FoundTool, PROMTOOL } from '../programs/ensure-program.js';
import { terminalProgress } from '../terminal/progress.js';

/** The variables that tell the tests of deploy/ where their programs are, and what is left out because one is missing. */
export async function deployPrograms(
  signal: AbortSignal,
  mayBuild: boolean,
): Promise<{ environment: Record<string, string>; left: string[] }> {
  const promtool = await terminalProgress().step('promtool', (report) => ensureProgram(PROMTOOL, { report, signal }));
  const chart = await terminalProgress().step('helm', (report) => ensureChartTools({ report, signal, mayBuild }));
  const builder = await terminalProgress().step('buildah', (report) => findBuilder({ report, signal }, mayBuild));
  const environment = {
    PARLEY_TEST_BUILDAH: 'path' in builder ? builder.path : '',
    PARLEY_TEST_PROMTOOL: 'path' in promtool ? promtool.path : '',
    PARLEY_TEST_HELM: 'helm' in chart ? chart.helm : '',
    PARLEY_TEST_KUBERNETES_SCHEMAS: 'helm' in chart ? chart.schemas : '',
  };
  const left = [
    ...('path' in promtool ? [] : [`the alert rules were not tested: there is no promtool, and ${promtool.missingBecause}`]),
    ...('helm' in chart ? [] : [`the chart was not tested: ${chart.missingBecause}`]),
    ...('path' in builder ? [] : [`the image was laid out and started, but not built: ${builder.missingBecause}`]),
  ];
  return { environment, left };
}

/** buildah, and debootstrap for the base of the image, which only root can make. */
async function findBuilder(
  options: { readonly report: (line: string) => void; readonly signal: AbortSignal },
  mayBuild: boolean,
): Promise<FoundTool> {
  if (!mayBuild) return { missingBecause: 'npm run test:deploy builds it' };
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return { missingBecause: 'that needs root on Linux' };
  const debootstrap = await ensureProgram(DEBOOTSTRAP, options);
  return 'path' in debootstrap ? ensureProgram(BUILDAH, options) : debootstrap;
}
