import { Injectable } from '@nestjs/common';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import type { readBotConfig } from '@parley/contracts/organization';
import { INTEGRATIONS, integrationNamed } from '@parley/integrations';
import { Database, type Tx } from '@parley/persistence';
import { ApiKeys } from '../credentials/api-keys.js';
import { BotConfigRepository } from './bot-config.repository.js';

/** Values that owners set for the integrations of their bots. They may be secret, so they are stored encrypted. */
@Injectable()
export class BotConfigs {
  constructor(
    private readonly database: Database,
    private readonly repository: BotConfigRepository,
    private readonly keys: ApiKeys,
  ) {}

  /** @throws invalidIntegration, unknownBotConfig */
  check(config: Readonly<Record<string, string>> = {}, integrationName?: string): void {
    const named = integrationName === undefined ? undefined : integrationNamed(integrationName);
    if (integrationName !== undefined && named === undefined) throw apiErrors.invalidIntegration({ name: integrationName });
    const integrations = named === undefined ? INTEGRATIONS : [named];
    const known = new Set(integrations.flatMap(({ signature }) => signature?.config.key ?? []));
    const unknown = Object.keys(config).find((key) => !known.has(key));
    if (unknown !== undefined) throw apiErrors.unknownBotConfig({ key: unknown });
  }

  /** An empty text removes a value. Checked before. */
  async change(tx: Tx, organizationId: number, botId: number, config: Readonly<Record<string, string>>): Promise<void> {
    for (const [key, value] of Object.entries(config)) {
      if (value !== '') await this.repository.put(tx, organizationId, botId, key, this.keys.seal(ownerOf(botId, key), value));
    }
    const removed = Object.entries(config).flatMap(([key, value]) => (value === '' ? [key] : []));
    if (removed.length > 0) await this.repository.remove(tx, organizationId, botId, removed);
  }

  async read({ organizationId, botId }: InputOf<typeof readBotConfig>): Promise<OutputOf<typeof readBotConfig>> {
    const stored = await this.repository.of(this.database.direct, organizationId, botId);
    return { config: Object.fromEntries(stored.map(({ key, sealed }) => [key, this.keys.open(ownerOf(botId, key), sealed)])) };
  }
}

/** To what a value is bound, so that it opens nowhere else. */
export function ownerOf(botId: number, key: string): string {
  return `bot ${botId} ${key}`;
}
