import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import semver from 'semver';
import { z } from 'zod';
import { repositoryPath } from '../repository.js';

const read = (path: string) => readFileSync(repositoryPath(path), 'utf8');
const locked = z.object({
  dev: z.boolean().default(false),
  os: z.array(z.string()).default(['linux']),
  engines: z.object({ node: z.string().optional() }).catch({}),
});
const { packages } = z.object({ packages: z.record(z.string(), locked) }).parse(JSON.parse(read('package-lock.json')));
const { engines } = z.object({ engines: z.object({ node: z.string() }) }).parse(JSON.parse(read('package.json')));

/** The lowest version of each line of Node that we support. */
const FLOORS = ['20.19.0', '22.12.0', '24.0.0'];
const BELOW = ['18.20.0', '20.18.0', '21.7.0', '22.11.0', '23.11.0'];
/** Packages that ask for a newer Node, and why ours is enough. `npm test` runs with them on Node 20. */
const TOLERATED: Readonly<Record<string, string>> = {
  '@nats-io/nuid': 'it draws random names with crypto.getRandomValues, which Node 20 has',
  'file-type': 'Nest loads it only for a validator of uploads that we do not use',
};

/** The production packages that do not support a version of Node, on the systems on which Parley runs. */
function refusing(version: string): string[] {
  return Object.entries(packages).flatMap(([path, { dev, os, engines: { node } = {} }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    const isElsewhere = !os.includes('linux') && !os.includes('darwin');
    return path === '' || dev || isElsewhere || node === undefined || semver.satisfies(version, node) ? [] : [name];
  });
}

describe('the supported versions of Node', () => {
  it.each(FLOORS)('%s is supported by all production dependencies, except for those with a reason', (version) => {
    expect(semver.satisfies(version, engines.node)).toBe(true);
    expect(refusing(version).filter((name) => !(version.startsWith('20.') && name in TOLERATED))).toEqual([]);
  });

  it.each(BELOW)('%s is not supported, because dependencies need a newer one', (version) => {
    expect(semver.satisfies(version, engines.node)).toBe(false);
    expect(refusing(version).filter((name) => !(name in TOLERATED))).not.toEqual([]);
  });

  it('has no reason for a package that needs none', () => {
    const tolerated = FLOORS.filter((version) => version.startsWith('20.')).flatMap(refusing);
    expect(Object.keys(TOLERATED).filter((name) => !tolerated.includes(name))).toEqual([]);
  });

  it('are those of README.md, and of the sentence that refuses another one', () => {
    const supported = 'Node 20 (from 20.19), 22 (from 22.12), or 24 and newer';
    expect(read('README.md')).toContain(`You need ${supported}, npm`);
    expect(read('tools/bootstrap.mjs')).toContain(`Parley needs ${supported}. This is`);
  });
});
