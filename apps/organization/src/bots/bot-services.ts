import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { BOT_TYPES, type BotService, SERVICE_INTERFACES } from '@parley/contracts/organization';
import { type BotRecord, botsOf, type Tx } from '@parley/persistence';
import { putBotService } from './bot-service.repository.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TOKEN_LENGTH = 32;
const MAX_URL = 2_000;

/** Undefined: unchanged. */
export interface ServiceChoice {
  readonly url: string | undefined;
  readonly interface: number | undefined;
}

/** The programs behind outgoing webhook bots. Whether an address may be called is decided when it is called, because names change. */
@Injectable()
export class BotServices {
  /** Of a new bot; undefined for bots of other types. @throws invalidPayloadUrl, invalidInterface */
  chosen(botType: number, choice: ServiceChoice): BotService | undefined {
    if (botType !== BOT_TYPES.outgoingWebhook) return undefined;
    return {
      base_url: checkedUrl(choice.url),
      interface: checkedInterface(choice.interface ?? SERVICE_INTERFACES.generic),
      token: Array.from({ length: TOKEN_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    };
  }

  async store(tx: Tx, organizationId: number, botId: number, service: BotService | undefined): Promise<void> {
    if (service !== undefined) await putBotService(tx, organizationId, botId, service);
  }

  /** Returns what changed, or undefined. @throws notOutgoingWebhook, invalidPayloadUrl, invalidInterface */
  async change(tx: Tx, organizationId: number, botId: number, choice: ServiceChoice): Promise<BotService | undefined> {
    if (choice.url === undefined && choice.interface === undefined) return undefined;
    const [bot] = await botsOf(tx, organizationId, { id: botId });
    const before: BotRecord['service'] = bot?.service ?? null;
    if (before === null) throw apiErrors.notOutgoingWebhook();
    const base_url = choice.url === undefined ? before.base_url : checkedUrl(choice.url);
    const after = { ...before, base_url, interface: checkedInterface(choice.interface ?? before.interface) };
    if (after.base_url === before.base_url && after.interface === before.interface) return undefined;
    await putBotService(tx, organizationId, botId, after);
    return after;
  }
}

function checkedUrl(given = ''): string {
  const url = URL.canParse(given) && given.length <= MAX_URL ? new URL(given) : undefined;
  const isOfWeb = url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:');
  if (!isOfWeb || url.username !== '' || url.password !== '') throw apiErrors.invalidPayloadUrl();
  return url.href;
}

function checkedInterface(given: number): number {
  if (!Object.values<number>(SERVICE_INTERFACES).includes(given)) throw apiErrors.invalidInterface();
  return given;
}
