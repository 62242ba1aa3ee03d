import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CONFIG, Runtime, type ServiceConfig } from '@parley/runtime';
import { Mail } from './mail.js';

@Global()
@Module({})
export class MailModule {
  static forRoot(): DynamicModule {
    const mail = {
      provide: Mail,
      inject: [CONFIG, Runtime],
      useFactory: ({ SMTP_URL, MAIL_FROM, EXTERNAL_HOST }: ServiceConfig, runtime: Runtime) =>
        new Mail({ smtpUrl: SMTP_URL, from: MAIL_FROM ?? `Parley <noreply@${EXTERNAL_HOST.replace(/:\d+$/, '')}>` }, runtime),
    };
    return { module: MailModule, providers: [mail], exports: [Mail] };
  }
}
