import type { Account } from '../accounts/find-account.js';
import { RepairDirectory } from '../cells/repair-directory.js';
import type { AdminConfig } from '../config.js';
import type { RunningSuite } from '../running-suite.js';
import { baseUrlOf } from './base-url.js';
import { type Demo, DemoFile, type DemoUser } from './demo-file.js';
import { demoOrganization } from './demo-organization.js';
import { ensureAccounts, type Secrets } from './ensure-accounts.js';
import { ensureOrganization } from './ensure-organization.js';
import { ensureSecrets } from './ensure-secrets.js';
import { otherOrganization } from './other-organization.js';
import { RunDemoScript } from './run-demo-script.js';
import type { DemoScript } from './script.js';

type DemoEntry = Demo['organizations'][number];

const SCRIPTS: readonly DemoScript[] = [demoOrganization, otherOrganization];

/**
 * Creates the demo organizations with users, channels and messages, and writes the file with their accounts. A second run only creates what
 * is missing; if nothing is, the file does not change.
 */
export class SeedDemo {
  constructor(
    private readonly suite: RunningSuite,
    private readonly config: AdminConfig,
    private readonly report: (line: string) => void,
  ) {}

  async execute(output: string): Promise<void> {
    const file = new DemoFile(output);
    const known = file.read();
    // Organizations of a suite that had one cell before have no places yet.
    if (this.suite.cells.length > 0) await new RepairDirectory(this.suite).execute();
    const organizations: DemoEntry[] = [];
    for (const script of SCRIPTS) {
      const before = known?.organizations.find((organization) => organization.string_id === script.stringId);
      organizations.push(await this.seed(script, before));
    }
    const isChanged = file.write({ base_url: baseUrlOf(this.config), organizations });
    this.report(`${output}: ${isChanged ? 'written' : 'unchanged'}`);
  }

  private async seed(script: DemoScript, before: DemoEntry | undefined): Promise<DemoEntry> {
    // One in each cell, the first in the first.
    const cell = this.suite.cells[SCRIPTS.indexOf(script) % this.suite.cells.length];
    const organization = await ensureOrganization(this.suite, script, cell);
    const { accounts, secrets: newSecrets } = await ensureAccounts(this.suite, organization, script);
    this.report(`${script.stringId}: ${accounts.size} people and bots, ${newSecrets.size} of them new`);

    const users: DemoUser[] = [];
    for (const account of accounts.values()) {
      const secrets =
        newSecrets.get(account.userId) ?? (await ensureSecrets(this.suite, organization, account, knownSecrets(before, account)));
      users.push(entryOf(account, secrets));
    }
    const isNew = await new RunDemoScript(this.suite, organization, accounts).execute(script);
    this.report(`${script.stringId}: channels and messages ${isNew ? 'created' : 'unchanged'}`);
    return { string_id: script.stringId, host: organization.host, users };
  }
}

function knownSecrets(before: DemoEntry | undefined, { userId }: Account): Secrets | undefined {
  const entry = before?.users.find((user) => user.user_id === userId);
  return entry === undefined ? undefined : { apiKey: entry.api_key, password: entry.password };
}

function entryOf({ fullName, email, deliveryEmail, userId, role, isBot }: Account, { apiKey, password }: Secrets): DemoUser {
  return { full_name: fullName, email, delivery_email: deliveryEmail, user_id: userId, role, is_bot: isBot, api_key: apiKey, password };
}
