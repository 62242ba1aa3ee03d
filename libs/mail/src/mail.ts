import type { OnApplicationShutdown } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import type { Runtime } from '@parley/runtime';
import { createTransport, type SMTPTransportOptions, type Transporter } from 'nodemailer';
import type { MailTemplate } from './mail-template.js';

export interface MailOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. Undefined: this installation cannot send mail. */
  readonly smtpUrl: string | undefined;
  /** `Name <address>` or an address. */
  readonly from: string;
}

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
const SMTPS_PORT = 465;
const SUBMISSION_PORT = 587;

/**
 * The way out for mail, over SMTP. A mail may go out twice when the process dies after the server took it, so send from a job. Without SMTP_URL
 * every attempt is refused, and the log says why.
 */
export class Mail implements OnApplicationShutdown {
  private readonly transport: Transporter | undefined;

  constructor(
    private readonly options: MailOptions,
    private readonly runtime: Runtime,
  ) {
    this.transport = options.smtpUrl === undefined ? undefined : createTransport(transportOptions(new URL(options.smtpUrl)));
  }

  /** Before a change that would be of no use without its mail. @throws ApiError mailNotConfigured */
  checkConfigured(): void {
    this.configured();
  }

  /** Settles when the SMTP server has taken the mail. @throws ApiError mailNotConfigured, or the SMTP server's own error. */
  async send<V>(template: MailTemplate<V>, to: string, values: NoInfer<V>): Promise<void> {
    await this.configured().sendMail({
      from: this.options.from,
      // As an object, so that an address is never read as a list of them.
      to: { name: '', address: to },
      subject: template.subject(values),
      text: template.text(values),
    });
    this.runtime.logger.info({ mail: template.name }, 'mail sent');
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  private configured(): Transporter {
    if (this.transport !== undefined) return this.transport;
    this.runtime.logger.error('mail was asked for, but SMTP_URL is not set: docs/operations.md, "Mail"');
    throw apiErrors.mailNotConfigured();
  }
}

function transportOptions({ protocol, hostname, port, username, password }: URL): SMTPTransportOptions {
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? SMTPS_PORT : SUBMISSION_PORT) : Number(port),
    secure,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  };
}
