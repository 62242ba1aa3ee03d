import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { DATABASE_SERVICES, DIRECTORY, secondLoginOf } from '../../src/migrate/set-logins.js';
import { repositoryPath } from '../../src/repository.js';
import { passwordVariable, secondUserOf } from '../../src/stores/bus-users.js';
import { serviceNames } from '../../src/suite/services.js';
import { runProgram } from '../../src/supervise/run-program.js';
import { CHART, example, helm, manifestsOf, openSchemas, podOf, policyOf, render } from './chart-manifests.js';
import type { KubernetesSchemas } from './kubernetes-schemas.js';

const VALUES = ['small', 'standard', 'large', 'cell-1', 'cell-2'] as const;
/** What a release of each set starts. A cell has the services, the first one also the gateways and the directory. */
const STARTED: Readonly<Record<string, readonly string[]>> = {
  'cell-1': [...serviceNames, DIRECTORY],
  'cell-2': serviceNames.filter((name) => name !== 'gateway'),
};
/** Custom resources: KEDA's schemas are not Kubernetes' own. */
const CUSTOM = ['ScaledObject'];

const composeService = z.object({ command: z.array(z.string()).optional(), environment: z.record(z.string(), z.string()).default({}) });
const compose = z
  .object({ services: z.record(z.string(), composeService) })
  .parse(parse(readFileSync(repositoryPath('deploy/compose.yaml'), 'utf8'), { merge: true }));

if (helm === '') it('the chart is not tested, because there is no helm', () => expect(helm).toBe(''));
else describe('the chart', testChart);

function testChart(): void {
  let schemas: KubernetesSchemas;
  beforeAll(() => {
    schemas = openSchemas();
  });

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
    ['a push service that does not exist', ['--set', 'push.services={pigeon}'], '/push/services/0'],
    ['push to Apple without the id of the key', ['--set', 'push.services={apns},push.apns.teamId=T'], '/push/apns/keyId'],
    ['push to browsers without an address of the operator', ['--set', 'push.services={web}'], '/push/web/subject'],
    ['push to browsers without the public key', ['--set', 'push.services={web},push.web.subject=mailto:a@b.c'], '/push/web/publicKey'],
    ['half of the account of Zoom', ['--set', 'videoCalls.zoom.accountId=a'], '/videoCalls/zoom/clientId'],
    ['a network that is none', ['--set', 'outgoingWebhooks.networks={example.com}'], '/outgoingWebhooks/networks/0'],
    ['a server of queues without a port', ['--set', 'redis.queues.servers={redis-1}'], '/redis/queues/servers/0'],
    ['a key of push services in a value', ['--set-string', 'services.notifications.env.APNS_KEY=x'], 'APNS_KEY'],
    ['credentials in a value', ['--set-string', 'env.FCM_CREDENTIALS=x'], 'FCM_CREDENTIALS'],
    ['a secret in a value', ['--set-string', 'env.PARLEY_KEY_SECRET=x'], 'PARLEY_KEY_SECRET'],
    ['no place for files', ['--set', 'storage.claim='], 'storage.claim or storage.s3.bucket must be set'],
    [
      'autoscaling without a request',
      ['--set', 'autoscaling.kind=hpa,services.event-queue.resources.requests.cpu=null'],
      'services.event-queue.resources.requests.cpu must be set',
    ],
    ['a utilization of nothing', ['--set', 'autoscaling.utilization=0'], '/autoscaling/utilization'],
    ['a domain of mail that is none', ['--set', 'mailIn.domain=mail@example.com'], '/mailIn/domain'],
    ['a protocol of mail that is none', ['--set', 'mailIn.protocol=pop3'], '/mailIn/protocol'],
    ['no replica that may be added', ['--set', 'autoscaling.addedPerMinute.gateway=0'], '/autoscaling/addedPerMinute/gateway'],
    ['a number of added replicas for a service that is not scaled', ['--set', 'autoscaling.addedPerMinute.messaging=1'], 'messaging'],
    ['KEDA without Prometheus', ['--set', 'autoscaling.kind=keda'], '/autoscaling/prometheusUrl'],
  ])('refuses %s, and names it', async (_, options, named) => {
    const { exitCode, output } = await render(...example('small'), ...options);
    expect([exitCode === 0, output]).toEqual([false, expect.stringContaining(named)]);
  });
}
