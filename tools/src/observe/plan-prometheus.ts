import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { repositoryPath } from '../repository.js';
import type { ServicePlan } from '../suite/plan-services.js';

interface PrometheusOptions {
  /** The binary of Debian's package. */
  readonly program: string;
  readonly port: number;
  /** The folder of the suite. */
  readonly directory: string;
  readonly logDirectory: string;
}

/** The plan of a Prometheus with our rules, which reads the metrics of the processes in the file of targets. It listens on this machine only. */
export function planPrometheus({ program, port, directory, logDirectory }: PrometheusOptions): ServicePlan {
  const folder = join(directory, 'prometheus');
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, 'prometheus.yaml');
  writeFileSync(configFile, stringify(configOf(directory)));
  const url = `http://127.0.0.1:${port}`;
  return {
    service: 'prometheus',
    name: 'prometheus',
    command: program,
    args: [
      `--config.file=${configFile}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--storage.tsdb.retention.time=2d',
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    logFile: join(logDirectory, 'prometheus.log'),
    stopSignal: 'SIGTERM',
    stopDeadlineMs: 15_000,
    readyDeadlineMs: 60_000,
    url,
    readyUrl: `${url}/-/ready`,
  };
}

/** Prometheus notices a new file within seconds. */
export function writeMetricsTargets(directory: string, readyUrls: readonly string[]): void {
  const file = targetsFileOf(directory);
  mkdirSync(join(directory, 'prometheus'), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify([{ targets: readyUrls.map((url) => new URL(url).host) }]));
  renameSync(`${file}.new`, file);
}

function targetsFileOf(directory: string): string {
  return join(directory, 'prometheus', 'targets.json');
}

function configOf(directory: string) {
  return {
    global: { scrape_interval: '5s', evaluation_interval: '15s' },
    rule_files: [repositoryPath('deploy/prometheus/rules.yaml')],
    scrape_configs: [
      { job_name: 'parley', honor_labels: true, file_sd_configs: [{ files: [targetsFileOf(directory)], refresh_interval: '5s' }] },
    ],
  };
}
