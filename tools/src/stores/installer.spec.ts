import { describe, expect, it } from '@jest/globals';
import { findInstaller, type Machine } from './installer.js';
import { storePrograms } from './store-programs.js';

const debian: Machine = {
  platform: 'linux',
  isRoot: false,
  hasTerminal: false,
  hasFile: (path) => path === '/usr/bin/apt-get',
  succeeds: async () => false,
};
const missing = [storePrograms.redis, storePrograms.nats];
const aptInstall =
  'env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends redis-server nats-server';

async function commandsOn(machine: Machine): Promise<string[] | undefined> {
  return (await findInstaller(machine))?.commands(missing).map((command) => command.join(' '));
}

describe('installing missing programs', () => {
  it('uses apt-get as root', async () => {
    expect(await commandsOn({ ...debian, isRoot: true })).toEqual(['apt-get update -qq', aptInstall]);
  });

  it('uses sudo if it needs no password', async () => {
    const machine: Machine = { ...debian, succeeds: async (command, args) => `${command} ${args.join(' ')}` === 'sudo -n true' };
    expect(await commandsOn(machine)).toEqual(['sudo -n apt-get update -qq', `sudo -n ${aptInstall}`]);
  });

  it('lets sudo ask for the password if there is a terminal', async () => {
    const withSudo: Machine = { ...debian, succeeds: async (command, args) => `${command} ${args.join(' ')}` === 'sudo --version' };
    expect(await commandsOn(withSudo)).toBeUndefined();
    const installer = await findInstaller({ ...withSudo, hasTerminal: true });
    expect(installer?.needsTerminal).toBe(true);
    expect(installer?.commands(missing)[1]?.join(' ')).toBe(`sudo ${aptInstall}`);
  });

  it('uses Homebrew on macOS', async () => {
    const mac: Machine = { ...debian, platform: 'darwin', hasFile: (path) => path === '/opt/homebrew/bin/brew' };
    expect(await commandsOn(mac)).toEqual(['/opt/homebrew/bin/brew install --quiet redis nats-server']);
  });

  it('is left to the user if there is no other way', async () => {
    expect(await commandsOn(debian)).toBeUndefined();
    expect(await commandsOn({ ...debian, isRoot: true, hasFile: () => false })).toBeUndefined();
    expect(await commandsOn({ ...debian, platform: 'darwin', hasFile: () => false })).toBeUndefined();
  });
});
