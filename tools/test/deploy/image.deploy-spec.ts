import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Ajv } from 'ajv';
import { type ImageContent, LICENCES, layOutImage, SOFTWARE_BILL } from '../../src/image/lay-out-image.js';
import { repositoryPath } from '../../src/repository.js';
import { ScratchFolders } from '../../src/scratch-folders.js';
import { serviceNames } from '../../src/suite/services.js';
import { runProgram } from '../../src/supervise/run-program.js';
import { filesIn, IMAGE_USER, ImageRun, makeFolderOutside, removeFolder } from './image-run.js';

// It copies a hundred megabytes, and starts stores and all services.
jest.setTimeout(10 * 60_000);
const MAX_MEGABYTES = 250;

const require = createRequire(import.meta.url);
const folders = new ScratchFolders();
const outside = makeFolderOutside();
const image = join(outside, 'image');
/** A copy, because another user cannot run a Node in the home of root, where nvm has it. */
const node = join(outside, 'node');
const isRoot = process.getuid?.() === 0;
/** Only root can become another user. The files of the image are read-only for everybody else. */
const account = isRoot ? IMAGE_USER : undefined;
let content: ImageContent;

beforeAll(async () => {
  content = await layOutImage(image);
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o755);
  await runProgram('chmod', ['-R', 'a-w,a+rX', image]);
});
afterAll(async () => {
  await runProgram('chmod', ['-R', 'u+w', outside]);
  removeFolder(outside);
  folders.remove();
});

describe('the content of the image', () => {
  it(`takes at most ${MAX_MEGABYTES} MB`, () => {
    const largest = content.sizes.slice(0, 5).map(({ part, megabytes }) => `${part} ${megabytes.toFixed(1)}`);
    console.info(`content of the image: ${content.megabytes.toFixed(0)} MB above its base; ${largest.join(', ')}`);
    expect(content.megabytes).toBeGreaterThan(10);
    expect(content.megabytes).toBeLessThan(MAX_MEGABYTES);
  });

  it('is one bundled file for each program, without sources and without packages for development', () => {
    expect(readdirSync(join(image, 'apps')).sort()).toEqual([...serviceNames, 'admin', 'directory', 'web'].sort());
    for (const app of readdirSync(join(image, 'apps')).filter((name) => name !== 'web')) {
      const programs = readdirSync(join(image, 'apps', app, 'dist')).filter(
        (name) => name.endsWith('.cjs') && !name.endsWith('-worker.cjs'),
      );
      expect([app, programs]).toEqual([app, ['main.cjs']]);
    }
    const page = readFileSync(join(image, 'apps/web/dist/index.html'), 'utf8');
    const assets = [...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(assets.length).toBeGreaterThan(1);
    expect(assets.filter((path) => !existsSync(join(image, 'apps/web/dist', path)))).toEqual([]);
    expect(readdirSync(join(image, 'tools'), { recursive: true })).toEqual(['dist', 'dist/migrate', 'dist/migrate/main.js']);
    const files = filesIn(image).map((line) => line.split(' ')[0] ?? '');
    expect(files.filter((file) => /(?<!\.d)\.[mc]?ts$/.test(file) && !file.startsWith('node_modules'))).toEqual([]);
    const { packages } = JSON.parse(readFileSync(repositoryPath('package-lock.json'), 'utf8')) as {
      packages: Record<string, { version?: string; dev?: boolean }>;
    };
    const isForProduction = (name: string) =>
      Object.entries(packages).some(
        ([path, { version, dev }]) => dev !== true && `${path.replace(/^.*node_modules\//, '')}@${version}` === name,
      );
    expect(content.packages.filter((name) => !isForProduction(name))).toEqual([]);
  });
});

describe('the licences', () => {
  const licences = () => readFileSync(join(image, LICENCES), 'utf8');

  it('of bundled packages are in one file, with their texts', () => {
    const headings = licences().match(/^===== \S+@\S+ \(.+\) =====$/gm) ?? [];
    const bundled = readdirSync(join(image, 'apps')).flatMap((app) => {
      const { bundled } = JSON.parse(readFileSync(repositoryPath(`apps/${app}/dist/packages.json`), 'utf8')) as { bundled: string[] };
      return bundled.map((folder) => folder.replace(/^.*node_modules\//, ''));
    });
    const named = headings.map((line) => line.replace(/^===== (\S+)@.*$/, '$1'));
    expect(bundled.filter((name) => !named.includes(name))).toEqual([]);
    expect(headings).toContainEqual(expect.stringMatching(/^===== zod@\S+ \(MIT\) =====$/));
    expect(licences()).toContain('Permission is hereby granted, free of charge');
  });

  it('of packages in node_modules are beside them, whatever the file is called', () => {
    const isLicence = (path: string) => /\/(licen[cs]e|notice|copying)[^/]*\.md$/i.test(path);
    const copied = filesIn(join(image, 'node_modules')).map((line) => `/${line.split(' ')[0] ?? ''}`);
    expect(copied.filter(isLicence)).not.toEqual([]);
    expect(copied.filter((path) => path.endsWith('.md') && !isLicence(path))).toEqual([]);
  });
});

describe('the bill of materials', () => {
  const schema = (name: string): object =>
    JSON.parse(
      readFileSync(
        join(require.resolve('@cyclonedx/cyclonedx-library/package.json'), '../res/schema', `${name}.SNAPSHOT.schema.json`),
        'utf8',
      ),
    );
  const read = () =>
    JSON.parse(readFileSync(join(image, SOFTWARE_BILL), 'utf8')) as {
      specVersion: string;
      metadata: { component: { name: string } };
      components: { name: string; version: string; purl?: string }[];
    };

  it('is valid by the schema of CycloneDX', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    for (const name of ['spdx', 'jsf-0.82']) ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    for (const format of ['date-time', 'email', 'idn-email', 'iri-reference', 'uri', 'string']) ajv.addFormat(format, true);
    const isValid = ajv.compile(schema(`bom-${read().specVersion}`));
    expect({ valid: isValid(read()), errors: isValid.errors }).toEqual({ valid: true, errors: null });
    expect(isValid({ ...read(), components: [{ name: 'a' }] })).toBe(false);
  });

  it('names each package in the image, and no other', () => {
    const { components, metadata } = read();
    expect(metadata.component.name).toBe('parley');
    expect(components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual([...content.packages].sort());
    expect(content.packages).toEqual(expect.arrayContaining([expect.stringMatching(/^pg@/), expect.stringMatching(/^sharp@/)]));
    expect(components.filter(({ purl = '' }) => !purl.startsWith('pkg:npm/'))).toEqual([]);
  });
});

describe('the programs in the image', () => {
  let run: ImageRun;
  let before: string[];
  const files = join(outside, 'files');
  const launcher = { command: node, before: [], cwd: image, account, files };
  beforeAll(async () => {
    before = filesIn(image);
    run = await ImageRun.start(launcher, files, folders.make('image'));
  });
  afterAll(() => run.stop());

  it('all start without the repository, as a user that is not root, and do their work', async () => {
    await run.expectWhole();
  });

  it('load each package that is beside their bundles', async () => {
    for (const app of readdirSync(join(image, 'apps'))) {
      const { outside: names } = JSON.parse(readFileSync(repositoryPath(`apps/${app}/dist/packages.json`), 'utf8')) as {
        outside: string[];
      };
      // Not the packages that others use only where they are installed, and not one that has only data.
      const there = names.filter((name) => name !== 'emojibase-data' && existsSync(join(image, 'node_modules', name)));
      // As bundles do.
      const script = `for (const name of ${JSON.stringify(there)}) require(name); process.exit(0);`;
      const { exitCode, output } = await run.program(['-e', script]);
      expect([app, exitCode, exitCode === 0 ? '' : output]).toEqual([app, 0, '']);
    }
  });

  it('load nothing of OpenTelemetry while tracing is off', async () => {
    for (const instance of run.instances) {
      expect([instance, run.packagesOf(instance).filter((name) => name.startsWith('@opentelemetry/'))]).toEqual([instance, []]);
    }
    await run.startAnother('settings', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect(run.packagesOf('settings-2')).toContain('@opentelemetry/sdk-trace');
  });

  it('can change nothing in it, and did not', async () => {
    const { exitCode, output } = await run.program(['-e', "require('node:fs').writeFileSync('apps/gateway/dist/main.cjs', '')"]);
    expect([exitCode, output]).toEqual([1, expect.stringMatching(/EACCES|EROFS/)]);
    expect(filesIn(image)).toEqual(before);
  });
});
