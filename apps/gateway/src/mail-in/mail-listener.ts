import { once } from 'node:events';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, METRICS, Runtime } from '@parley/runtime';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { GatewayConfig } from '../config.js';
import { full, type MailPlace, MailRoom } from './mail-room.js';
import { delayed, refusalOf, refused, type SmtpRefusal } from './smtp-refusal.js';
import { type Recipient, TakeMail } from './take-mail.js';

const MEBIBYTE = 1024 * 1024;
const MAX_CONNECTIONS = 100;
/** In memory at once. */
const MAX_MAILS = 8;
const MAX_MAILS_OF_ORGANIZATION = 2;
/** The largest mail has room in any case. */
const MAX_TOTAL_MIB = 64;
const SILENCE_MS = 60_000;
const STOP_MS = 5_000;

/**
 * Takes mail by SMTP or LMTP from the mail server of the installation, if MAIL_IN_PORT is set. It answers 250 when the message is stored, so a mail is
 * never lost: until then, the server that sent it still has it. Each mail has one recipient, so the answer is about exactly one message.
 */
@Injectable()
export class MailListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: SMTPServer | undefined;
  private readonly recipients = new WeakMap<SMTPServerSession, Recipient>();
  private readonly mails;
  private readonly room: MailRoom;

  constructor(
    private readonly taking: TakeMail,
    private readonly runtime: Runtime,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {
    const bytes = Math.max(MAX_TOTAL_MIB, config.MAIL_IN_MAX_MIB) * MEBIBYTE;
    this.room = new MailRoom({ mails: MAX_MAILS, mailsOfOrganization: MAX_MAILS_OF_ORGANIZATION, bytes });
    this.mails = runtime.metrics.counter(METRICS.mailsIn);
  }

  /** Where it listens; undefined if it takes no mail. */
  get port(): number | undefined {
    const address = this.server?.server.address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { MAIL_IN_PORT: port, MAIL_IN_HOST: host, MAIL_IN_PROTOCOL: protocol, MAIL_IN_MAX_MIB: mib } = this.config;
    if (port === undefined) return;
    const { SMTPServer } = await import('smtp-server');
    this.server = new SMTPServer({
      name: this.config.MAIL_IN_DOMAIN ?? 'localhost',
      lmtp: protocol === 'lmtp',
      size: mib * MEBIBYTE,
      maxClients: MAX_CONNECTIONS,
      socketTimeout: SILENCE_MS,
      closeTimeout: STOP_MS,
      disableReverseLookup: true,
      // The mail server before it does both. It is never open to the internet.
      disabledCommands: ['AUTH', 'STARTTLS'],
      onMailFrom: ({ address }, _, done) => done(address === '' ? this.counted(refused('5.7.1', 'Bounces are not taken')) : null),
      onRcptTo: ({ address }, session, done) => void this.check(address, session).then(() => done(), done),
      onData: (stream, session, done) => void this.receive(stream, session).then(() => done(null, '2.0.0 The message is stored'), done),
    });
    this.server.on('error', (err) => this.runtime.logger.debug({ err }, 'a connection of a mail server failed'));
    const listener = this.server.listen(port, host);
    await once(listener, 'listening');
    this.runtime.logger.info({ port: this.port, protocol }, 'taking mail');
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  }

  private async check(address: string, session: SMTPServerSession): Promise<void> {
    if (session.envelope.rcptTo.length > 0) throw delayed('4.5.3', 'One recipient at a time', 452);
    try {
      this.recipients.set(session, await this.taking.check(address));
    } catch (error) {
      throw this.counted(this.known(error));
    }
  }

  private async receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const recipient = this.recipients.get(session);
    let place: MailPlace | undefined;
    try {
      if (recipient === undefined) throw full();
      place = this.room.enter(recipient.address.mailbox.organizationId);
      await this.taking.count(recipient);
      await this.taking.take(recipient, await bytesOf(stream, this.config.MAIL_IN_MAX_MIB * MEBIBYTE, place));
      this.mails.inc({ outcome: 'stored' });
    } catch (error) {
      stream.resume();
      throw this.counted(this.known(error));
    } finally {
      place?.leave();
    }
  }

  /** What no service has explained is logged. */
  private known(error: unknown): SmtpRefusal {
    const refusal = refusalOf(error);
    if (refusal.isTemporary) this.runtime.logger.warn({ err: error }, 'a mail is delayed');
    return refusal;
  }

  private counted(refusal: SmtpRefusal): SmtpRefusal {
    this.mails.inc({ outcome: refusal.isTemporary ? 'delayed' : 'refused' });
    return refusal;
  }
}

/** In a buffer of their own. If they are refused, the rest is read and discarded. @throws SmtpRefusal */
async function bytesOf(stream: SMTPServerDataStream, most: number, { hold }: MailPlace): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  let hasRoom = true;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    hasRoom &&= size > most || hold(part.length);
    if (size <= most && hasRoom) parts.push(part);
    else parts.length = 0;
  }
  if (size > most) throw refused('5.3.4', 'The mail is too large', 552);
  if (!hasRoom) throw full();
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
