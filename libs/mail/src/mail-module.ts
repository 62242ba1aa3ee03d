import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Jobs } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { type BaseConfig, CONFIG, type MailConfig, Runtime } from '@parley/runtime';
import { Mail, SEND_DEADLINE_MS } from './mail.js';
import { MailJobs } from './mail-jobs.js';
import { QueuedMails } from './queued-mails.js';
import { SentMails } from './sent-mails.js';

/** A claim outlasts one attempt to send. */
const CLAIM_SECONDS = SEND_DEADLINE_MS / 1000 + 10;

@Global()
@Module({})
export class MailModule {
  static forRoot(): DynamicModule {
    const mail = {
      provide: Mail,
      inject: [CONFIG, Database, Runtime],
      useFactory: ({ SMTP_URL, MAIL_FROM, EXTERNAL_HOST }: BaseConfig & MailConfig, database: Database, runtime: Runtime) => {
        const domain = EXTERNAL_HOST.replace(/:\d+$/, '');
        const options = { smtpUrl: SMTP_URL, from: MAIL_FROM ?? `Parley <noreply@${domain}>`, domain };
        return new Mail(options, new SentMails(database, CLAIM_SECONDS), runtime);
      },
    };
    const mailJobs = {
      provide: MailJobs,
      inject: [Jobs, Database, Runtime],
      useFactory: (jobs: Jobs, database: Database, runtime: Runtime) => new MailJobs(jobs, new QueuedMails(database), runtime),
    };
    return { module: MailModule, providers: [mail, mailJobs], exports: [Mail, MailJobs] };
  }
}
