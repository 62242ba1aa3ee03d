import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { findIn, foldersOf } from '../../src/programs/ensure-program.js';
import { repositoryPath, repositoryRoot } from '../../src/repository.js';
import { runProgram } from '../../src/supervise/run-program.js';

const IMAGE = 'localhost/parley-test';
const BASE = 'localhost/parley-test-base';
const described = z.object({ OCIv1: z.object({ config: z.unknown() }) });
const CERTIFICATES = 'etc/ssl/certs/parley-test.crt';

/** Runs a program that must succeed. Returns its output. */
async function run(command: string, args: readonly string[], cwd = repositoryRoot): Promise<string> {
  const { exitCode, output } = await runProgram(command, args, { cwd });
  if (exitCode !== 0) throw new Error(`${command} ${args[0]} failed:\n${output.slice(-4_000)}`);
  return output.trim();
}

/** Images in the store of buildah. No container runs: containers would need more rights than tests have. */
export class Buildah {
  private readonly containers: string[] = [];

  constructor(
    private readonly program: string,
    private readonly scratch: string,
  ) {}

  /**
   * A base like that of deploy/Dockerfile: Debian with its version of Node, npm and a user `node`. It is made here, because no registry can be
   * reached where these tests run.
   */
  async makeBase(): Promise<string> {
    const root = join(this.scratch, 'base');
    const include = '--include=libstdc++6,ca-certificates';
    await run('debootstrap', ['--variant=minbase', include, 'bookworm', root]);
    const version = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(readFileSync(repositoryPath('deploy/Dockerfile'), 'utf8'))?.[1];
    await run('npm', ['pack', '--silent', `node-linux-${process.arch}@${version}`], this.scratch);
    await run('tar', ['xzf', `node-linux-${process.arch}-${version}.tgz`, 'package/bin/node'], this.scratch);
    copyFileSync(join(this.scratch, 'package/bin/node'), join(root, 'usr/local/bin/node'));
    chmodSync(join(root, 'usr/local/bin/node'), 0o755);
    const npm = dirname(dirname(realpathSync(findIn(foldersOf(process.env), 'npm') ?? '/usr/bin/npm')));
    mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true });
    cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
    await run('chroot', [root, 'groupadd', '--gid', '1000', 'node']);
    await run('chroot', [root, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node']);
    // The registry of packages may have a certificate that only this machine knows.
    const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
    if (certificates !== undefined) copyFileSync(certificates, join(root, CERTIFICATES));
    const container = await this.from('scratch');
    await run(this.program, ['add', '--quiet', container, root, '/']);
    await run(this.program, [
      'config',
      ...(certificates === undefined ? [] : ['--env', `NODE_EXTRA_CA_CERTS=/${CERTIFICATES}`]),
      container,
    ]);
    await run(this.program, ['commit', '--quiet', container, BASE]);
    return BASE;
  }

  /** Builds deploy/Dockerfile on this base, with the network of this machine for npm. */
  async build(base: string): Promise<string> {
    const options = ['--isolation', 'chroot', '--network', 'host', '--ignorefile', 'deploy/Dockerfile.dockerignore'];
    // npm opens thousands of files at once, more than the usual limit of a container.
    const most = await run('sh', ['-c', 'ulimit -Hn']);
    const files = most === 'unlimited' ? 65_536 : Number(most);
    options.push('--ulimit', `nofile=${files}:${files}`);
    await run(this.program, ['bud', ...options, '--build-arg', `NODE_IMAGE=${base}`, '-f', 'deploy/Dockerfile', '-t', IMAGE, '.']);
    return IMAGE;
  }

  /** The folder with the files of an image. */
  async mount(image: string): Promise<string> {
    return run(this.program, ['mount', await this.from(image)]);
  }

  async configOf(image: string): Promise<unknown> {
    return described.parse(JSON.parse(await run(this.program, ['inspect', '--type', 'image', image]))).OCIv1.config;
  }

  async remove(): Promise<void> {
    for (const container of this.containers.splice(0)) await runProgram(this.program, ['rm', container]);
    await runProgram(this.program, ['rmi', '--force', IMAGE, BASE]);
  }

  private async from(image: string): Promise<string> {
    const container = await run(this.program, ['from', '--quiet', '--name', `parley-test-${basename(image)}-${process.pid}`, image]);
    this.containers.push(container);
    return container;
  }
}

/** The size of a folder in megabytes. */
export async function megabytesIn(folder: string): Promise<number> {
  return Number.parseInt(await run('du', ['--summarize', '--bytes', folder]), 10) / 1e6;
}
