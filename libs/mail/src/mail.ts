import { createHash } from 'node:crypto';
import type { OnApplicationShutdown } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { PermanentFailure, type Runtime } from '@parley/runtime';
import type { Transporter } from 'nodemailer';
import { isMailAddress } from './mail-address.js';
import type { MailTemplate } from './mail-template.js';
import { type MailSender, renderMail } from './render-mail.js';
import type { SentMails } from './sent-mails.js';
import { smtpTransport } from './smtp-transport.js';

export interface MailOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. Undefined: this installation cannot send mail. */
  readonly smtpUrl: string | undefined;
  /** `Name <address>` or an address. */
  readonly from: string;
  /** The right side of our Message-IDs. */
  readonly domain: string;
}

export interface OutgoingMail<V> {
  readonly to: string;
  /** What it is about, within its template: the mail of a template and key is sent once. */
  readonly key: string;
  /** `organizationId` null: the installation itself sends it. */
  readonly sender: MailSender & { readonly organizationId: number | null };
  readonly values: V;
}

/** From the first byte to the last. Slower is given up, and tried again. */
export const SEND_DEADLINE_MS = 30_000;

/**
 * The way out for mail, over SMTP. A mail is sent once, however often and wherever its job runs: it is claimed before it goes out and noted when
 * the server has taken it.
 *
 * What cannot be excluded: our process dies, or loses the connection, after the server has taken a mail and before we know or have noted it.
 * Then it goes out again, with the same Message-ID.
 */
export class Mail implements OnApplicationShutdown {
  private readonly transport: Transporter | undefined;

  constructor(
    private readonly options: MailOptions,
    private readonly sent: SentMails,
    private readonly runtime: Runtime,
  ) {
    this.transport = options.smtpUrl === undefined ? undefined : smtpTransport(new URL(options.smtpUrl));
  }

  /** Before a change that would be of no use without its mail. @throws ApiError mailNotConfigured */
  checkConfigured(): void {
    this.configured();
  }

  /**
   * Settles when the SMTP server has taken the mail, now or before. From a job: a failure that passes is for the job to try again.
   * @throws PermanentFailure when the server refuses it for good, and for what is no address; ApiError mailNotConfigured; the SMTP client's own error.
   */
  async send<V>(template: MailTemplate<V>, outgoing: OutgoingMail<V>): Promise<void> {
    const transport = this.configured();
    if (!isMailAddress(outgoing.to)) throw new PermanentFailure(`the mail ${template.name} is for what is no address`);
    const key = `${template.name}/${outgoing.key}`;
    const claim = await this.sent.claim(outgoing.sender.organizationId, key);
    if (claim === 'with-another') throw new Error(`another process is sending the mail ${template.name}`);
    if (claim === 'sent') return;
    await this.transmit(transport, template, outgoing, key);
    await this.sent.noteSent(key);
    this.runtime.logger.info({ mail: template.name }, 'mail sent');
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  private async transmit<V>(transport: Transporter, template: MailTemplate<V>, outgoing: OutgoingMail<V>, key: string): Promise<void> {
    try {
      await transport.sendMail({
        from: this.options.from,
        // As an object, so that an address is never read as a list of them.
        to: { name: '', address: outgoing.to },
        messageId: `<${createHash('sha256').update(key).digest('hex')}@${this.options.domain}>`,
        // No holiday replies, please.
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...renderMail(template, outgoing.values, outgoing.sender),
        signal: AbortSignal.timeout(SEND_DEADLINE_MS),
      });
    } catch (error) {
      await this.sent
        .release(key)
        .catch((err: unknown) => this.runtime.logger.warn({ err, mail: template.name }, 'failed to release a mail claim'));
      if (isPermanent(error)) throw new PermanentFailure(`the SMTP server refused the mail ${template.name}`, { cause: error });
      throw error;
    }
  }

  private configured(): Transporter {
    if (this.transport !== undefined) return this.transport;
    this.runtime.logger.error('cannot send mail: SMTP_URL is not set (see docs/operations.md, "Mail")');
    throw apiErrors.mailNotConfigured();
  }
}

/** Replies of 500 and above: asking again gives the same. */
function isPermanent(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 500;
}
