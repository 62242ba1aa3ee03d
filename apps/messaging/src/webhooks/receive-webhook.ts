import { Injectable } from '@nestjs/common';
import { type ArrivedRequest, apiErrors, type Caller, type CallOf, type OutputOf } from '@parley/contracts';
import type { receiveWebhook } from '@parley/contracts/messaging';
import { type Integration, integrationNamed, readPayload, type WebhookMessage, writeMessages } from '@parley/integrations';
import { SendMessage } from '../sending/send-message.js';
import { BotConfigs } from './bot-configs.js';
import { sentOnce } from './sent-once.js';
import { WebhookRecords } from './webhook-records.js';

type Received = OutputOf<typeof receiveWebhook>;
type Params = CallOf<typeof receiveWebhook>['params'];

/**
 * POST /external/<integration>: checks the signature, writes the messages, and sends them as the bot, with its permissions and limits. If
 * one of several cannot be sent, the sender sees the error and repeats the delivery: then only those are sent that were not, if the sender
 * names the delivery.
 */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly sending: SendMessage,
    private readonly configs: BotConfigs,
    private readonly records: WebhookRecords,
  ) {}

  async execute({ caller, params }: CallOf<typeof receiveWebhook>): Promise<Received> {
    const integration = integrationNamed(params.integration);
    if (integration === undefined) throw apiErrors.noSuchIntegration({ name: params.integration });
    try {
      const received = await this.receive(caller, integration, params);
      this.records.count(integration.name, received.ignored === undefined ? 'sent' : 'ignored');
      return { ...received, ...(integration.plainAnswer === undefined ? {} : { plain_text: integration.plainAnswer }) };
    } catch (error) {
      this.records.count(integration.name, 'refused');
      throw error;
    }
  }

  private async receive(caller: Caller, integration: Integration, params: Params): Promise<Received> {
    const { headers, query, body } = params.request;
    await this.verify(caller, integration, params.request);
    const payload = readPayload(integration.formats, headers['content-type'] ?? '', body);
    const filters = { only: params.only_events, exclude: params.exclude_events };
    const written = writeMessages(integration, { headers, payload, options: query }, filters);
    if (written.kind === 'ignored') {
      if (written.reason === 'unsupported') this.records.noteUnsupported(caller.organizationId, integration.name, written.event);
      return { ignored: written.reason };
    }
    const once = sentOnce(integration, { headers, payload, options: query });
    for (const [n, message] of written.messages.entries()) {
      await this.sending.execute(caller, { ...requestOf(caller, params, message), ...once(n) });
    }
    return {};
  }

  /** Only if the owner of the bot has set the secret. @throws webhookSignatureMissing, webhookSignatureInvalid */
  private async verify(caller: Caller, { signature }: Integration, { headers, body }: ArrivedRequest): Promise<void> {
    if (signature === undefined) return;
    const { [signature.config.key]: secret } = await this.configs.of(caller);
    if (secret === undefined) return;
    const given = headers[signature.header];
    if (given === undefined) throw apiErrors.webhookSignatureMissing({ header: signature.header });
    if (!signature.matches(secret, given, body)) throw apiErrors.webhookSignatureInvalid();
  }
}

function requestOf({ botOwnerId }: Caller, { stream, topic }: Params, message: WebhookMessage) {
  const { content } = message;
  if (stream !== undefined && stream.trim() !== '') {
    const isId = /^\d{1,15}$/.test(stream.trim());
    return { type: 'channel', to: isId ? Number(stream) : stream, topic: topic ?? message.topic, content } as const;
  }
  if (botOwnerId === null) throw apiErrors.webhookNeedsChannel();
  return { type: 'direct', to: [botOwnerId], content } as const;
}
