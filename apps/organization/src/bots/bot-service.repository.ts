import type { BotService } from '@parley/contracts/organization';
import type { Tx } from '@parley/persistence';

export async function putBotService(tx: Tx, organizationId: number, botId: number, service: BotService): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO bot_service (bot_id, organization_id, base_url, interface, token)
    VALUES (${botId}, ${organizationId}, ${service.base_url}, ${service.interface}, ${service.token})
    ON CONFLICT (organization_id, bot_id) DO UPDATE SET base_url = excluded.base_url, interface = excluded.interface`;
}
