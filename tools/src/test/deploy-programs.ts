import { ensureChartTools } from '../programs/ensure-helm.js';
import { ensureProgram, PROMTOOL } from '../programs/ensure-program.js';
import { terminalProgress } from '../terminal/progress.js';

/** The variables that tell the tests of deploy/ where their programs are, and what is left out because one is missing. */
export async function deployPrograms(
  signal: AbortSignal,
  mayBuild: boolean,
): Promise<{ environment: Record<string, string>; left: string[] }> {
  const promtool = await terminalProgress().step('promtool', (report) => ensureProgram(PROMTOOL, { report, signal }));
  const chart = await terminalProgress().step('helm', (report) => ensureChartTools({ report, signal, mayBuild }));
  const environment = {
    PARLEY_TEST_PROMTOOL: 'path' in promtool ? promtool.path : '',
    PARLEY_TEST_HELM: 'helm' in chart ? chart.helm : '',
    PARLEY_TEST_KUBERNETES_SCHEMAS: 'helm' in chart ? chart.schemas : '',
  };
  const left = [
    ...('path' in promtool ? [] : [`the alert rules were not tested: there is no promtool, and ${promtool.missingBecause}`]),
    ...('helm' in chart ? [] : [`the chart was not tested: ${chart.missingBecause}`]),
  ];
  return { environment, left };
}
