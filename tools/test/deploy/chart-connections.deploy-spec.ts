import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { DATABASE_SERVICES, loginOf } from '../../src/migrate/set-logins.js';
import { declaredSeries, metricsIn } from '../../src/observe/metric-names.js';
import { repositoryPath } from '../../src/repository.js';
import { chartTarget } from '../../src/scaling/chart-target.js';
import { serviceNames } from '../../src/suite/services.js';
import { example, helm, type Manifests, manifestsOf, openSchemas, podOf, policyOf, variablesOf } from './chart-manifests.js';
import type { KubernetesSchemas } from './kubernetes-schemas.js';

if (helm === '') it('what the chart connects to is not tested, because there is no helm', () => expect(helm).toBe(''));
else {
  describe('the stores of the chart', testStores);
  describe('what the chart connects to outside', testOutside);
  describe('mail that arrives at the chart', testMail);
  describe('autoscaling by the chart', testScaling);
}

function testStores(): void {
  it('leads the services through PgBouncer, and the migration job directly to PostgreSQL', async () => {
    const [pooled, direct] = await Promise.all(['large', 'standard'].map((name) => manifestsOf(...example(name))));
    for (const name of DATABASE_SERVICES) {
      const variables = variablesOf(pooled, 'Deployment', name);
      const login = `postgres://${loginOf(name)}:$(POSTGRES_PASSWORD)@`;
      expect([variables.DATABASE_URL, variables.DATABASE_POOLER]).toEqual([`${login}pgbouncer.stores:6432/parley`, 'transaction']);
      expect([policyOf(pooled, name)?.includes('"port":6432'), policyOf(pooled, name)?.includes('"port":5432')]).toEqual([true, false]);
      expect(variablesOf(direct, 'Deployment', name)).not.toHaveProperty('DATABASE_POOLER');
      expect(policyOf(direct, name)).toContain('"port":5432');
    }
    expect(variablesOf(pooled, 'Job', 'migrate').DATABASE_URL).toContain('@10.0.0.10:5432/parley?sslmode=require');
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
      expect([name, variablesOf(manifests, 'Deployment', name).REDIS_URL]).toEqual([
        name,
        'redis+sentinel://:$(REDIS_PASSWORD)@sentinel-0:26370,sentinel-1:26371,sentinel-2:26372/chat?port=6380',
      ]);
      for (const port of [6380, 26_370, 26_371, 26_372])
        expect([name, policyOf(manifests, name)]).toEqual([name, expect.stringContaining(`"port":${port}`)]);
    }
  });

  it('leads event-queue alone to a Redis of its own', async () => {
    const queues = 'redis.queues.servers={redis-1:7001,redis-2:7002}';
    const [shared, own] = await Promise.all(
      ['', ',redis.queues.tls=true,redis.queues.ownPassword=true'].map((more) => manifestsOf(...example('small'), '--set', queues + more)),
    );
    const urlOf = (manifests: typeof shared, name: string) => variablesOf(manifests, 'Deployment', name).QUEUES_REDIS_URL;
    expect(urlOf(shared, 'event-queue')).toBe('redis://:$(REDIS_PASSWORD)@redis-1:7001,redis://:$(REDIS_PASSWORD)@redis-2:7002');
    expect(urlOf(own, 'event-queue')).toContain('rediss://:$(QUEUES_REDIS_PASSWORD)@redis-1:7001');
    for (const name of serviceNames.filter((each) => each !== 'event-queue')) {
      expect([name, urlOf(shared, name)]).toEqual([name, undefined]);
      expect([name, policyOf(shared, name)]).toEqual([name, expect.not.stringContaining('"port":7001')]);
    }
    for (const port of [7001, 7002, 6379]) expect(policyOf(shared, 'event-queue')).toContain(`"port":${port}`);
  });
}

function testOutside(): void {
  let schemas: KubernetesSchemas;
  beforeAll(() => {
    schemas = openSchemas();
  });

  it('gives notifications the push services and their keys, and the way to them and to programs behind bots', async () => {
    const publicKey = 'B'.repeat(87);
    const push = 'push.services={apns,fcm,web},push.apns.keyId=K,push.apns.teamId=T,push.web.subject=mailto:a@example.com';
    const set = [
      '--set',
      `${push},push.web.publicKey=${publicKey},push.registrationKeysInSecret=true,outgoingWebhooks.networks={10.1.0.0/16}`,
    ];
    const [pushing, quiet] = await Promise.all([manifestsOf(...example('small'), ...set), manifestsOf(...example('small'))]);
    const given = (manifests: typeof pushing, name: string) =>
      Object.fromEntries(
        podOf(manifests, 'Deployment', `parley-${name}`)
          .containers[0].env.filter((each) => /PUSH|APNS|FCM|OUTGOING/.test(each.name))
          .map((each) => [each.name, each.value ?? `secret ${each.valueFrom?.secretKeyRef?.key}`]),
      );
    const services = { PUSH_SERVICES: 'apns,fcm,web' };
    const expected: Readonly<Record<string, object>> = {
      organization: { ...services, WEB_PUSH_PUBLIC_KEY: publicKey },
      settings: { ...services, PUSH_REGISTRATION_KEYS: 'secret PUSH_REGISTRATION_KEYS' },
      notifications: {
        ...services,
        APNS_KEY: 'secret APNS_KEY',
        APNS_KEY_ID: 'K',
        APNS_TEAM_ID: 'T',
        FCM_CREDENTIALS: 'secret FCM_CREDENTIALS',
        WEB_PUSH_PUBLIC_KEY: publicKey,
        WEB_PUSH_KEY: 'secret WEB_PUSH_KEY',
        WEB_PUSH_SUBJECT: 'mailto:a@example.com',
        OUTGOING_WEBHOOK_NETWORKS: '10.1.0.0/16',
      },
    };
    for (const name of serviceNames) {
      expect([name, given(pushing, name), given(quiet, name)]).toEqual([name, expected[name] ?? {}, {}]);
      const mayLeave = policyOf(quiet, name)?.includes('0.0.0.0/0');
      // Organization asks identity providers.
      expect([name, mayLeave]).toEqual([name, ['notifications', 'organization'].includes(name)]);
    }
    // An address within the cluster is not the public internet.
    expect(policyOf(quiet, 'notifications')).toContain('"10.0.0.0/8"');
    expect(policyOf(quiet, 'notifications')).not.toContain('"10.1.0.0/16"');
    expect(policyOf(pushing, 'notifications')).toContain('{"ipBlock":{"cidr":"10.1.0.0/16"}}');
    const closed = await manifestsOf(...example('small'), '--set', 'networkPolicy.outside[0].ipBlock.cidr=10.9.0.1/32');
    expect(policyOf(closed, 'notifications')).toContain('10.9.0.1/32');
    expect(policyOf(closed, 'notifications')).not.toContain('0.0.0.0/0');
    for (const manifests of [pushing, closed])
      for (const each of manifests)
        expect([each.kind, each.metadata.name, schemas.faultsOf(each)]).toEqual([each.kind, each.metadata.name, []]);
  });

  it('leads the organization service to servers of video calls, and to a store of files at its port', async () => {
    const calls = 'videoCalls.bigBlueButtonUrl=https://bbb.example.com:8443/bigbluebutton,videoCalls.jitsiUrl=https://jitsi.example.com';
    const zoom = 'videoCalls.zoom.accountId=a,videoCalls.zoom.clientId=c';
    const files = 'storage.claim=,storage.s3.bucket=files,storage.s3.endpoint=http://minio.stores:9000';
    const [calling, without] = await Promise.all([
      manifestsOf(...example('small'), '--set', `${calls},${zoom},${files}`),
      manifestsOf(...example('small')),
    ]);
    const variables = Object.entries(variablesOf(calling, 'Deployment', 'organization'));
    expect(Object.fromEntries(variables.filter(([name]) => /JITSI|BIG_BLUE|ZOOM/.test(name)))).toEqual({
      JITSI_SERVER_URL: 'https://jitsi.example.com',
      BIG_BLUE_BUTTON_URL: 'https://bbb.example.com:8443/bigbluebutton',
      BIG_BLUE_BUTTON_SECRET: 'BIG_BLUE_BUTTON_SECRET',
      ZOOM_ACCOUNT_ID: 'a',
      ZOOM_CLIENT_ID: 'c',
      ZOOM_CLIENT_SECRET: 'ZOOM_CLIENT_SECRET',
    });
    for (const port of [8443, 443, 9000]) expect(policyOf(calling, 'organization')).toContain(`"port":${port}`);
    for (const name of ['messaging', 'gateway']) expect(policyOf(calling, name)).toContain('"port":9000');
    expect(policyOf(without, 'organization')).not.toContain('"port":443');
  });
}

function testMail(): void {
  it('lets the mail server of the operator deliver to the gateways, and nothing else', async () => {
    const [with_, without] = await Promise.all([manifestsOf(...example('large')), manifestsOf(...example('standard'))]);
    for (const name of ['channels', 'notifications', 'gateway'])
      expect([name, variablesOf(with_, 'Deployment', name).MAIL_IN_DOMAIN]).toEqual([name, 'mail.example.com']);
    expect(variablesOf(with_, 'Deployment', 'gateway')).toMatchObject({ MAIL_IN_PORT: '2525', MAIL_IN_PROTOCOL: 'lmtp' });
    expect(variablesOf(with_, 'Deployment', 'messaging')).not.toHaveProperty('MAIL_IN_DOMAIN');
    const portsOf = (manifests: Manifests) =>
      JSON.stringify(manifests.find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'parley-gateway')?.spec);
    expect([portsOf(with_).includes('"port":25'), portsOf(without).includes('"port":25')]).toEqual([true, false]);
    const clients = '"from":[{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"mail"}}}]';
    expect(policyOf(with_, 'gateway')).toContain(`{"ports":[{"port":2525}],${clients}}`);
    expect(policyOf(without, 'gateway')).not.toContain('2525');
  });
}

const scaled = z.object({
  scaleTargetRef: z.object({ name: z.string() }),
  behavior: z.unknown().optional(),
  advanced: z.object({ horizontalPodAutoscalerConfig: z.object({ behavior: z.unknown() }) }).optional(),
});

function testScaling(): void {
  it('scales by the share of the requested processor time that drill:scale shows, with the HorizontalPodAutoscaler and with KEDA', async () => {
    const scaler = z.object({ spec: z.looseObject({ scaleTargetRef: z.object({ name: z.string() }) }) });
    const scalersOf = async (name: string, kind: string) => (await manifestsOf(...example(name))).filter((each) => each.kind === kind);
    for (const service of ['gateway', 'event-queue'] as const) {
      const of = (manifests: Awaited<ReturnType<typeof scalersOf>>) =>
        manifests.find((each) => scaler.parse(each).spec.scaleTargetRef.name === `parley-${service}`)?.spec;
      const { percent } = chartTarget(service);
      expect(of(await scalersOf('standard', 'HorizontalPodAutoscaler'))).toMatchObject({
        metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: percent } } }],
      });
      expect(of(await scalersOf('large', 'ScaledObject'))).toMatchObject({
        triggers: expect.arrayContaining([{ type: 'cpu', metricType: 'Utilization', metadata: { value: String(percent) } }]),
      });
    }
  });

  it('adds at most one event-queue and two gateways in a minute, or as many as the values say, and removes one in two minutes', async () => {
    const of = async (name: string, kind: string, ...options: string[]) => {
      const manifests = (await manifestsOf(...example(name), ...options)).filter((each) => each.kind === kind);
      return Object.fromEntries(
        manifests.map(({ spec }) => {
          const scaler = scaled.parse(spec);
          return [scaler.scaleTargetRef.name, scaler.behavior ?? scaler.advanced?.horizontalPodAutoscalerConfig.behavior];
        }),
      );
    };
    const behavior = (added: number) => ({
      scaleUp: { policies: [{ type: 'Pods', value: added, periodSeconds: 60 }] },
      scaleDown: { stabilizationWindowSeconds: 600, policies: [{ type: 'Pods', value: 1, periodSeconds: 120 }] },
    });
    const expected = { 'parley-gateway': behavior(2), 'parley-event-queue': behavior(1) };
    expect(await of('standard', 'HorizontalPodAutoscaler')).toEqual(expected);
    expect(await of('large', 'ScaledObject')).toEqual(expected);
    expect(await of('standard', 'HorizontalPodAutoscaler', '--set', 'autoscaling.addedPerMinute.event-queue=3')).toEqual({
      ...expected,
      'parley-event-queue': behavior(3),
    });
  });

  it('scales by declared metrics', async () => {
    const declared = declaredSeries(readFileSync(repositoryPath('docs/metrics.md'), 'utf8'));
    const text = JSON.stringify((await manifestsOf(...example('large'))).filter(({ kind }) => kind === 'ScaledObject'));
    const queries = [...text.matchAll(/"query":"((?:[^"\\]|\\.)*)"/g)].map(([, query = '']) => query.replaceAll('\\"', '"'));
    expect(queries).toHaveLength(4);
    for (const query of queries) expect(metricsIn(query).filter((name) => !declared.has(name))).toEqual([]);
  });
}
