import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { DATABASE_SERVICES, DIRECTORY, loginOf, secondLoginOf } from '../../src/migrate/set-logins.js';
import { declaredSeries, metricsIn } from '../../src/observe/metric-names.js';
import { repositoryPath } from '../../src/repository.js';
import { passwordVariable, secondUserOf } from '../../src/stores/bus-users.js';
import { serviceNames } from '../../src/suite/services.js';
import { runProgram } from '../../src/supervise/run-program.js';
import { KubernetesSchemas } from './kubernetes-schemas.js';

const helm = process.env.PARLEY_TEST_HELM ?? '';
const CHART = repositoryPath('deploy/helm/parley');
const VALUES = ['small', 'standard', 'large', 'cell-1', 'cell-2'] as const;
/** What a release of each set starts. A cell has the services, the first one also the gateways and the directory. */
const STARTED: Readonly<Record<string, readonly string[]>> = {
  'cell-1': [...serviceNames, DIRECTORY],
  'cell-2': serviceNames.filter((name) => name !== 'gateway'),
};
/** Custom resources: KEDA's schemas are not Kubernetes' own. */
const CUSTOM = ['ScaledObject'];

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
const composeService = z.object({ command: z.array(z.string()).optional(), environment: z.record(z.string(), z.string()).default({}) });
const compose = z
  .object({ services: z.record(z.string(), composeService) })
  .parse(parse(readFileSync(repositoryPath('deploy/compose.yaml'), 'utf8'), { merge: true }));

if (helm === '') it('the chart is not tested, because there is no helm', () => expect(helm).toBe(''));
else describe('the chart', testChart);

async function render(...options: string[]) {
  return runProgram(helm, ['template', 'parley', CHART, '--kube-version', '1.31.0', ...options]);
}
const example = (name: string) => ['-f', `${CHART}/examples/${name}.yaml`];

async function manifestsOf(...options: string[]) {
  const { exitCode, output } = await render(...options);
  expect([exitCode, exitCode === 0 ? '' : output]).toEqual([0, '']);
  return parseAllDocuments(output)
    .map((each): unknown => each.toJS())
    .filter((each) => each !== null)
    .map((each) => manifest.parse(each));
}

function testChart(): void {
  let schemas: KubernetesSchemas;
  beforeAll(() => {
    const groups = ['', 's__apps', 's__batch', 's__policy', 's__autoscaling', 's__networking.k8s.io'];
    schemas = new KubernetesSchemas(process.env.PARLEY_TEST_KUBERNETES_SCHEMAS ?? '', groups);
  });
  const podOf = (manifests: Awaited<ReturnType<typeof manifestsOf>>, kind: string, name: string) => {
    const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
    return workload.parse(found).spec.template.spec;
  };

  const policyOf = (manifests: Awaited<ReturnType<typeof manifestsOf>> | undefined, name: string) =>
    JSON.stringify(manifests?.find((each) => each.kind === 'NetworkPolicy' && each.metadata.name === `parley-${name}`));

  it.each(VALUES)('passes helm lint with the values of %s', async (name) => {
    const { exitCode, output } = await runProgram(helm, ['lint', '--strict', CHART, '--kube-version', '1.31.0', ...example(name)]);
    expect([exitCode, exitCode === 0 ? '' : output]).toEqual([0, '']);
  });

  it.each(VALUES)('makes manifests that Kubernetes accepts with the values of %s', async (name) => {
    const manifests = await manifestsOf(...example(name));
    const started = manifests.filter(({ kind }) => kind === 'Deployment').map((each) => each.metadata.name);
    expect(started.sort()).toEqual((STARTED[name] ?? serviceNames).map((each) => `parley-${each}`).sort());
    for (const each of manifests) {
      const expected = CUSTOM.includes(each.kind) ? null : [];
      expect([each.kind, each.metadata.name, schemas.faultsOf(each)]).toEqual([each.kind, each.metadata.name, expected]);
    }
  });

  it('is checked strictly: a misspelt field is a fault', async () => {
    const [deployment] = (await manifestsOf(...example('small'))).filter(({ kind }) => kind === 'Deployment');
    if (deployment === undefined) throw new Error('there is no deployment');
    expect(schemas.faultsOf({ ...deployment, replica: 1 })).not.toEqual([]);
  });

  it('starts what compose starts, with the same commands, variables and ports', async () => {
    const manifests = await manifestsOf(...example('standard'));
    for (const name of serviceNames) {
      const [{ command, env, ports }] = podOf(manifests, 'Deployment', `parley-${name}`).containers;
      const { command: theirs, environment } = compose.services[name] ?? {};
      expect([name, command]).toEqual([name, theirs]);
      // Values that operators set with `env`, and files: the example has a bucket.
      const optional = Object.entries(environment ?? {}).filter(([, value]) => /:-[^}]*\}$/.test(value));
      const needed = Object.keys(environment ?? {}).filter(
        (each) => each !== 'STORAGE_DIRECTORY' && !optional.some(([other]) => other === each),
      );
      expect([name, env.map((each) => each.name)]).toEqual([name, expect.arrayContaining(needed)]);
      expect([name, ports]).toEqual([
        name,
        [
          { name: 'management', containerPort: Number(environment?.MANAGEMENT_PORT) },
          ...(name === 'gateway' ? [{ name: 'http', containerPort: Number(environment?.PORT) }] : []),
        ],
      ]);
    }
    const [migrate] = podOf(manifests, 'Job', 'parley-migrate').containers;
    expect(migrate.command).toEqual(compose.services.migrate?.command);
    expect(migrate.env.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(compose.services.migrate?.environment ?? {})));
  });

  it('takes every secret from the Secret, and gives each service only its own', async () => {
    const manifests = await manifestsOf(...example('large'));
    for (const name of serviceNames) {
      const [{ env }] = podOf(manifests, 'Deployment', `parley-${name}`).containers;
      for (const { name: variableName, value } of env)
        if (/SECRET|PASSWORD|KEY_ID|HEADERS/.test(variableName))
          expect([name, variableName, value]).toEqual([name, variableName, undefined]);
      const keys = env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.key ?? []);
      const storage = ['organization', 'messaging', 'gateway'].includes(name) ? ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] : [];
      const expected = [
        ...['PARLEY_CALLER_SECRET', 'PARLEY_CALLER_SECRET_PREVIOUS', 'REDIS_PASSWORD', passwordVariable('NATS', name), ...storage],
        'OTEL_EXPORTER_OTLP_HEADERS',
        ...(DATABASE_SERVICES.some((each) => each === name) ? [passwordVariable('POSTGRES', name)] : []),
        ...(name === 'organization' ? ['PARLEY_KEY_SECRET', 'PARLEY_KEY_SECRET_PREVIOUS'] : []),
      ];
      expect([name, keys.sort()]).toEqual([name, expected.sort()]);
    }
  });

  it('passes declared variables of tracing to all services, and lets them reach the collector; without an address it does neither', async () => {
    const config = readFileSync(repositoryPath('libs/runtime/src/config.ts'), 'utf8');
    const [traced, untraced] = await Promise.all(['large', 'standard'].map((name) => manifestsOf(...example(name))));
    for (const name of serviceNames) {
      const [{ env }] = podOf(traced ?? [], 'Deployment', `parley-${name}`).containers;
      const given = env.filter((each) => each.name.startsWith('OTEL_'));
      for (const each of given) expect(config).toContain(`  ${each.name}: `);
      expect(Object.fromEntries(given.map((each) => [each.name, each.value]))).toEqual({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.observe:4318',
        OTEL_EXPORTER_OTLP_HEADERS: undefined,
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=production',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.01',
      });
      expect(policyOf(traced, name)).toContain('"port":4318');
      const [without] = podOf(untraced ?? [], 'Deployment', `parley-${name}`).containers;
      expect(without.env.filter((each) => each.name.startsWith('OTEL_'))).toEqual([]);
      expect(policyOf(untraced, name)).not.toContain('"port":4318');
    }
    expect(policyOf(traced, 'migrate')).not.toContain('"port":4318');
  });

  it('leads the services through PgBouncer, and the migration job directly to PostgreSQL', async () => {
    const [pooled, direct] = await Promise.all(['large', 'standard'].map((name) => manifestsOf(...example(name))));
    const variablesOf = (manifests: typeof pooled, kind: string, name: string) =>
      new Map(podOf(manifests ?? [], kind, `parley-${name}`).containers[0].env.map((each) => [each.name, each.value]));
    for (const name of DATABASE_SERVICES) {
      const variables = variablesOf(pooled, 'Deployment', name);
      const login = `postgres://${loginOf(name)}:$(POSTGRES_PASSWORD)@`;
      expect([variables.get('DATABASE_URL'), variables.get('DATABASE_POOLER')]).toEqual([
        `${login}pgbouncer.stores:6432/parley`,
        'transaction',
      ]);
      expect([policyOf(pooled, name)?.includes('"port":6432'), policyOf(pooled, name)?.includes('"port":5432')]).toEqual([true, false]);
      expect(variablesOf(direct, 'Deployment', name).has('DATABASE_POOLER')).toBe(false);
      expect(policyOf(direct, name)).toContain('"port":5432');
    }
    expect(variablesOf(pooled, 'Job', 'migrate').get('DATABASE_URL')).toContain('@10.0.0.10:5432/parley?sslmode=require');
    expect([policyOf(pooled, 'migrate')?.includes('"port":6432'), policyOf(pooled, 'migrate')?.includes('"port":5432')]).toEqual([
      false,
      true,
    ]);
  });

  it('leads all processes to Redis through Sentinels', async () => {
    const servers = [0, 1, 2].map((n) => `redis.sentinel.servers[${n}]=sentinel-${n}:2637${n}`).join(',');
    const sentinels = ['--set', `redis.host=,redis.port=6380,redis.sentinel.master=chat,${servers}`];
    const manifests = await manifestsOf(...example('small'), ...sentinels);
    for (const name of serviceNames) {
      const { value } = podOf(manifests, 'Deployment', `parley-${name}`).containers[0].env.find((each) => each.name === 'REDIS_URL') ?? {};
      expect([name, value]).toEqual([
        name,
        'redis+sentinel://:$(REDIS_PASSWORD)@sentinel-0:26370,sentinel-1:26371,sentinel-2:26372/chat?port=6380',
      ]);
      for (const port of [6380, 26_370, 26_371, 26_372])
        expect([name, policyOf(manifests, name)]).toEqual([name, expect.stringContaining(`"port":${port}`)]);
    }
  });

  it('runs a cell in each release, and the gateways and the directory in the first one', async () => {
    const [first, second] = await Promise.all(['cell-1', 'cell-2'].map((name) => manifestsOf(...example(name))));
    const variablesOf = (manifests: typeof first, kind: string, name: string) => {
      const [{ env }] = podOf(manifests ?? [], kind, `parley-${name}`).containers;
      return Object.fromEntries(env.map((each) => [each.name, each.value ?? each.valueFrom?.secretKeyRef?.key]));
    };
    for (const name of DATABASE_SERVICES) {
      const { NATS_URL, NATS_PASSWORD, NATS_SUBJECT_PREFIX, CELLS } = variablesOf(second, 'Deployment', name);
      expect({ NATS_URL, NATS_PASSWORD, NATS_SUBJECT_PREFIX, CELLS }).toEqual({
        NATS_URL: `nats://cell-2-${name}:$(NATS_PASSWORD)@nats.stores:4222`,
        NATS_PASSWORD: passwordVariable('NATS', `cell-2-${name}`),
        NATS_SUBJECT_PREFIX: 'cell-2.',
        CELLS: name === 'organization' ? 'cell-1,cell-2' : undefined,
      });
      expect(variablesOf(first, 'Deployment', name)).not.toHaveProperty('NATS_SUBJECT_PREFIX');
    }
    for (const name of ['gateway', DIRECTORY, 'organization']) expect(variablesOf(first, 'Deployment', name).CELLS).toBe('cell-1,cell-2');
    const directory = variablesOf(first, 'Deployment', DIRECTORY);
    expect(directory).toMatchObject({
      DATABASE_URL: 'postgres://parley_directory:$(POSTGRES_PASSWORD)@postgres-1.stores:5432/parley_directory',
    });
    expect(directory).not.toHaveProperty('REDIS_URL');
    expect(variablesOf(first, 'Job', 'migrate')).toMatchObject({ CELL_NUMBER: '1' });
    expect(variablesOf(second, 'Job', 'migrate')).toMatchObject({ CELL_NUMBER: '2', CELL_IDS_FROM: '500000' });
    expect(variablesOf(first, 'Job', 'migrate')).not.toHaveProperty(passwordVariable('POSTGRES', DIRECTORY));
    const job = podOf(first ?? [], 'Job', 'parley-migrate-directory').containers[0];
    expect(job.command).toEqual(['node', 'tools/dist/migrate/main.js', '--directory']);
    const { POSTGRES_PASSWORD, DATABASE_URL, ...passwords } = variablesOf(first, 'Job', 'migrate-directory');
    expect(DATABASE_URL).toContain('/parley_directory');
    expect(Object.keys(passwords)).toEqual([passwordVariable('POSTGRES', DIRECTORY)]);
    const filling = await manifestsOf(...example('cell-1'), '--set', 'cells.routed=false');
    const askers = ['gateway', 'organization', DIRECTORY].map((name) => [name, variablesOf(filling, 'Deployment', name).CELLS]);
    expect(Object.fromEntries(askers)).toEqual({ gateway: undefined, organization: undefined, [DIRECTORY]: 'cell-1,cell-2' });
    const inSecond = (second ?? []).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(inSecond.filter((each) => /gateway|directory|Ingress|^Service /.test(each))).toEqual([]);
    expect(policyOf(first, 'migrate-directory')).toContain('"port":5432');
  });

  it('upgrades only event-queue and the database while the previous version is named', async () => {
    const imagesWith = async (...values: string[]) => {
      const manifests = await manifestsOf(...example('standard'), ...values.flatMap((value) => ['--set', `image.${value}`]));
      const imageOf = (kind: string, name: string) =>
        String(podOf(manifests, kind, `parley-${name}`).containers[0].image)
          .split(/[:@]/)
          .at(-1);
      const services = serviceNames.map((name) => [name, imageOf('Deployment', name)]);
      return { migrate: imageOf('Job', 'migrate'), ...Object.fromEntries(services) };
    };
    const allOf = (tag: string) => Object.fromEntries(['migrate', ...serviceNames].map((name) => [name, tag]));
    expect(await imagesWith('tag=v2')).toEqual(allOf('v2'));
    expect(await imagesWith('tag=v2', 'previous.tag=v1')).toEqual({ ...allOf('v1'), migrate: 'v2', 'event-queue': 'v2' });
    const digest = 'a'.repeat(64);
    const byDigest = await imagesWith('tag=v2', `previous.digest=sha256:${digest}`);
    expect(byDigest).toEqual({ ...allOf(digest), migrate: 'v2', 'event-queue': 'v2' });
  });

  it.each(['image', 'image.previous'])('refuses a tag beside a digest in %s, because one of them would have no effect', async (name) => {
    const { exitCode, output } = await render(...example('standard'), '--set', `${name}.tag=v2,${name}.digest=sha256:${'a'.repeat(64)}`);
    expect(exitCode).not.toBe(0);
    expect(output).toContain(`${name}.tag and ${name}.digest are both set`);
  });

  it('uses second logins of PostgreSQL and NATS while their passwords are replaced', async () => {
    const used = ['allowed', 'postgres', 'nats'].flatMap((name) => ['--set', `secondLogins.${name}=true`]);
    const manifests = await manifestsOf(...example('standard'), ...used);
    const variablesOf = (kind: string, name: string) => {
      const [{ env }] = podOf(manifests, kind, name).containers;
      return new Map(env.map((each) => [each.name, each.value ?? each.valueFrom?.secretKeyRef?.key]));
    };
    const eventQueue = variablesOf('Deployment', 'parley-event-queue');
    expect(eventQueue.get('DATABASE_URL')).toContain(`//${secondLoginOf('event-queue')}:$(POSTGRES_PASSWORD)@`);
    expect(eventQueue.get('POSTGRES_PASSWORD')).toBe(passwordVariable('POSTGRES', 'event-queue-second'));
    expect(eventQueue.get('NATS_URL')).toContain(`//${secondUserOf('event-queue')}:$(NATS_PASSWORD)@`);
    expect(eventQueue.get('NATS_PASSWORD')).toBe(passwordVariable('NATS', 'event-queue-second'));
    const migrate = variablesOf('Job', 'parley-migrate');
    for (const service of DATABASE_SERVICES) {
      for (const variable of [passwordVariable('POSTGRES', service), passwordVariable('POSTGRES', `${service}-second`)])
        expect([variable, migrate.get(variable)]).toEqual([variable, variable]);
    }
  });

  it('refuses to use second logins that are not allowed', async () => {
    const { exitCode, output } = await render(...example('standard'), '--set', 'secondLogins.postgres=true');
    expect(exitCode).not.toBe(0);
    expect(output).toContain('secondLogins');
  });

  it('gives a process the time that it needs to stop', async () => {
    const deadline = /STOP_DEADLINE_MS = ([\d_]+)/.exec(readFileSync(repositoryPath('libs/runtime/src/stop-signals.ts'), 'utf8'))?.[1];
    const seconds = Number(deadline?.replace('_', '')) / 1000;
    const pod = podOf(await manifestsOf(...example('small')), 'Deployment', 'parley-gateway');
    const waits = Number(/"sleep","(\d+)"/.exec(JSON.stringify(pod.containers[0].lifecycle))?.[1]);
    expect(waits).toBeGreaterThan(0);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds + waits);
  });

  it('scales by declared metrics', async () => {
    const declared = declaredSeries(readFileSync(repositoryPath('docs/metrics.md'), 'utf8'));
    const text = JSON.stringify((await manifestsOf(...example('large'))).filter(({ kind }) => kind === 'ScaledObject'));
    const queries = [...text.matchAll(/"query":"((?:[^"\\]|\\.)*)"/g)].map(([, query = '']) => query.replaceAll('\\"', '"'));
    expect(queries).toHaveLength(4);
    for (const query of queries) expect(metricsIn(query).filter((name) => !declared.has(name))).toEqual([]);
  });

  it.each([
    ['no host', ['--set', 'externalHost='], 'externalHost'],
    ['no PostgreSQL', ['--set', 'postgres.host='], '/postgres/host'],
    ['no NATS', ['--set', 'nats.servers=null'], 'nats'],
    ['neither a Redis nor Sentinels', ['--set', 'redis.host='], '/redis/host'],
    ['Sentinels beside a Redis', ['--set', 'redis.sentinel.servers[0]=a:1,redis.sentinel.master=chat'], '/redis/host'],
    ['Sentinels without a master', ['--set', 'redis.host=,redis.sentinel.servers[0]=a:1'], '/redis/sentinel/master'],
    ['a value that does not exist', ['--set', 'redis.hots=a'], 'hots'],
    ['a service that does not exist', ['--set', 'services.gateways.replicas=2'], 'gateways'],
    ['no replica', ['--set', 'services.gateway.replicas=0'], '/services/gateway/replicas'],
    ['a sampler that does not exist', ['--set', 'tracing.sampler=often'], '/tracing/sampler'],
    ['a cell that is not among the cells', ['--set', 'cells.names={a,b},cells.own=c,cells.number=1'], 'cells.own is "c"'],
    ['a cell without a number', ['--set', 'cells.names={a,b},cells.own=a'], '/cells/number'],
    ['cells without that of the release', ['--set', 'cells.names={a,b},cells.number=1'], '/cells/own'],
    ['a secret in a value', ['--set-string', 'env.PARLEY_KEY_SECRET=x'], 'PARLEY_KEY_SECRET'],
    ['no place for files', ['--set', 'storage.claim='], 'storage.claim or storage.s3.bucket must be set'],
    ['KEDA without Prometheus', ['--set', 'autoscaling.kind=keda'], '/autoscaling/prometheusUrl'],
  ])('refuses %s, and names it', async (_, options, named) => {
    const { exitCode, output } = await render(...example('small'), ...options);
    expect([exitCode === 0, output]).toEqual([false, expect.stringContaining(named)]);
  });
}
