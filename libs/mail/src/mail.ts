import { createHash } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { METRICS, PermanentError, type Runtime, runInChildSpan } from '@parley/runtime';
import type { Transporter } from 'nodemailer';
import { isMailAddress } from './mail-address.js';
import type { MailTemplate } from './mail-template.js';
import { type MailSender, renderMail } from './render-mail.js';
import type { SentMails } from './sent-mails.js';
import { isFinalRefusal } from './smtp-failure.js';
import { smtpTransport } from './smtp-transport.js';

export interface MailOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. Undefined if this installation cannot send mail. */
  readonly smtpUrl: string | undefined;
  /** `Name <address>` or an address. */
  readonly from: string;
  /** The domain of Message-IDs, and the origin that all mails name. */
  readonly domain: string;
}

export interface OutgoingMail<V> {
  readonly to: string;
  /** An address for answers, if there is one. */
  readonly replyTo?: string | undefined;
  /** Identifies the occasion within the template: each combination of template and key is sent once. */
  readonly key: string;
  /** `organizationId` is null if the installation itself sends it. */
  readonly sender: MailSender & { readonly organizationId: number | null };
  readonly values: V;
}

/** For the whole transmission. A slower one is aborted and retried. */
export const SEND_DEADLINE_MS = 30_000;

/**
 * Sends mails over SMTP, each once, no matter how often and where its job runs: it is claimed before it is sent and recorded after
 * the server accepted it.
 *
 * One case cannot be excluded: the process dies, or loses the connection, after the server accepted a mail and before that is recorded.
 * Then it is sent again, with the same Message-ID.
 */
export class Mail implements OnApplicationShutdown {
  private readonly transport: Transporter | undefined;
  private readonly mails;

  constructor(
    private readonly options: MailOptions,
    private readonly sent: SentMails,
    private readonly runtime: Runtime,
  ) {
    this.mails = runtime.metrics.counter(METRICS.mails);
    this.transport = options.smtpUrl === undefined ? undefined : smtpTransport(new URL(options.smtpUrl));
  }

  /** Whether this installation can send mail. */
  get isConfigured(): boolean {
    return this.transport !== undefined;
  }

  /** To be called before a change that would be useless without its mail. @throws ApiError mailNotConfigured */
  checkConfigured(): void {
    this.configured();
  }

  /**
   * Resolves when the SMTP server has accepted the mail, now or earlier. Call it from a job, which retries after transient failures.
   * @throws PermanentError if the server refuses the mailbox or the text for good, or the address is invalid; ApiError mailNotConfigured; the
   * error of the SMTP client.
   */
  async send<V>(template: MailTemplate<V>, outgoing: OutgoingMail<V>): Promise<void> {
    const transport = this.configured();
    if (!isMailAddress(outgoing.to)) throw new PermanentError(`the mail ${template.name} has an invalid address`);
    const key = `${template.name}/${outgoing.key}`;
    const claim = await this.sent.claim(outgoing.sender.organizationId, key);
    if (claim === 'with-another') throw new Error(`another process is sending the mail ${template.name}`);
    if (claim === 'sent') return;
    await this.transmit(transport, template, outgoing, key);
    this.mails.inc({ mail: template.name, outcome: 'sent' });
    await this.sent.noteSent(key);
    this.runtime.logger.info({ mail: template.name }, 'mail sent');
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  private async transmit<V>(transport: Transporter, template: MailTemplate<V>, outgoing: OutgoingMail<V>, key: string): Promise<void> {
    try {
      const mail = {
        from: this.options.from,
        // As an object, so that an address is never parsed as a list.
        to: { name: '', address: outgoing.to },
        messageId: `<${createHash('sha256').update(key).digest('hex')}@${this.options.domain}>`,
        ...(outgoing.replyTo === undefined ? {} : { replyTo: { name: '', address: outgoing.replyTo } }),
        // Prevents automatic replies. By the origin, a mail that comes back is recognized.
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Parley-Origin': this.options.domain,
          ...unsubscribeHeaders(template.unsubscribe?.(outgoing.values)),
        },
        ...renderMail(template, outgoing.values, outgoing.sender),
        signal: AbortSignal.timeout(SEND_DEADLINE_MS),
      };
      await runInChildSpan('smtp send', { kind: 'client', attributes: { 'parley.mail': template.name } }, () => transport.sendMail(mail));
    } catch (error) {
      await this.sent
        .release(key)
        .catch((err: unknown) => this.runtime.logger.warn({ err, mail: template.name }, 'failed to release a mail claim'));
      const isRefused = isFinalRefusal(error);
      this.mails.inc({ mail: template.name, outcome: isRefused ? 'refused' : 'failed' });
      if (isRefused) throw new PermanentError(`the SMTP server refused the mail ${template.name}`, { cause: error });
      throw error;
    }
  }

  private configured(): Transporter {
    if (this.transport !== undefined) return this.transport;
    this.runtime.logger.error('cannot send mail: SMTP_URL is not set (see docs/operations.md, "Mail")');
    throw apiErrors.mailNotConfigured();
  }
}

/** For the button of mail programs (RFC 8058). */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  return url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
