import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { repositoryPath } from '../../src/repository.js';
import { runProgram } from '../../src/supervise/run-program.js';
import { KubernetesSchemas } from './kubernetes-schemas.js';

/** Empty: there is no helm, and the chart is not tested. */
export const helm = process.env.PARLEY_TEST_HELM ?? '';
export const CHART = repositoryPath('deploy/helm/parley');

const variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.object({ secretKeyRef: z.object({ key: z.string() }).optional() }).optional(),
});
const container = z.looseObject({
  command: z.array(z.string()),
  env: z.array(variable),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
  securityContext: z.looseObject({}),
  lifecycle: z.looseObject({}).optional(),
});
const podSpec = z.looseObject({ containers: z.tuple([container]), terminationGracePeriodSeconds: z.int().optional() });
const manifest = z.looseObject({ apiVersion: z.string(), kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
const workload = manifest.extend({ spec: z.looseObject({ template: z.looseObject({ spec: podSpec }) }) });
export type Manifests = readonly z.infer<typeof manifest>[];

export function render(...options: string[]) {
  return runProgram(helm, ['template', 'parley', CHART, '--kube-version', '1.31.0', ...options]);
}

/** The options for a set of values of the chart. */
export const example = (name: string) => ['-f', `${CHART}/examples/${name}.yaml`];

/** @throws Error with what helm printed */
export async function manifestsOf(...options: string[]): Promise<Manifests> {
  const { exitCode, output } = await render(...options);
  if (exitCode !== 0) throw new Error(output);
  return parseAllDocuments(output)
    .map((each): unknown => each.toJS())
    .filter((each) => each !== null)
    .map((each) => manifest.parse(each));
}

export function podOf(manifests: Manifests | undefined, kind: string, name: string) {
  const found = manifests?.find((each) => each.kind === kind && each.metadata.name === name);
  return workload.parse(found).spec.template.spec;
}

/** The variables of a process, with the keys of the Secret in place of values. */
export function variablesOf(manifests: Manifests | undefined, kind: string, name: string): Record<string, string | undefined> {
  const [{ env }] = podOf(manifests, kind, `parley-${name}`).containers;
  return Object.fromEntries(env.map((each) => [each.name, each.value ?? each.valueFrom?.secretKeyRef?.key]));
}

/** The NetworkPolicy of a service, as text. */
export function policyOf(manifests: Manifests | undefined, name: string) {
  return JSON.stringify(manifests?.find((each) => each.kind === 'NetworkPolicy' && each.metadata.name === `parley-${name}`));
}

/** Kubernetes' own, of all that the chart makes but custom resources. */
export function openSchemas(): KubernetesSchemas {
  const groups = ['', 's__apps', 's__batch', 's__policy', 's__autoscaling', 's__networking.k8s.io'];
  return new KubernetesSchemas(process.env.PARLEY_TEST_KUBERNETES_SCHEMAS ?? '', groups);
}
