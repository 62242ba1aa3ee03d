import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { StorageModule } from '@parley/storage';
import { BasicAuthentication } from './authentication/basic-authentication.js';
import { FailedLogins } from './authentication/failed-logins.js';
import { KeyChecks } from './authentication/key-checks.js';
import { VerifiedCallers } from './authentication/verified-callers.js';
import { DocsPlugin } from './documentation/docs-plugin.js';
import { FilesPlugin } from './files/files-plugin.js';
import { ReceiveFile } from './files/receive-file.js';
import { SendFile } from './files/send-file.js';
import { AnswerEvents } from './held-polls/answer-events.js';
import { gatewayIdProvider, heldPollsProvider } from './held-polls/held-polls.provider.js';
import { NatsQueuePolls } from './held-polls/nats-queue-polls.js';
import { WakeUps } from './held-polls/wake-ups.js';
import { AnswerEndpoint } from './http/answer-endpoint.js';
import { ApiPlugin } from './http/api-plugin.js';
import { ErrorAnswers } from './http/error-answers.js';
import { EveryRequest } from './http/every-request.js';
import { RequestMetrics } from './http/request-metrics.js';
import { ConfirmEmailPage } from './pages/confirm-email-page.js';
import { FindOrganizationsPage } from './pages/find-organizations-page.js';
import { HomePage } from './pages/home-page.js';
import { JoinPage } from './pages/join-page.js';
import { MailForms } from './pages/mail-form.js';
import { PagesPlugin } from './pages/pages-plugin.js';
import { PasswordResetPages } from './pages/password-reset-pages.js';
import { Buckets } from './rate-limits/buckets.js';
import { RequestLimits } from './rate-limits/request-limits.js';

@Module({
  imports: [StorageModule.forRoot()],
  providers: [
    OrganizationAddresses,
    Buckets,
    RequestLimits,
    KeyChecks,
    FailedLogins,
    VerifiedCallers,
    BasicAuthentication,
    ErrorAnswers,
    RequestMetrics,
    EveryRequest,
    AnswerEndpoint,
    NatsQueuePolls,
    gatewayIdProvider,
    heldPollsProvider,
    WakeUps,
    AnswerEvents,
    ReceiveFile,
    SendFile,
    FilesPlugin,
    ApiPlugin,
    ConfirmEmailPage,
    MailForms,
    FindOrganizationsPage,
    HomePage,
    JoinPage,
    PasswordResetPages,
    PagesPlugin,
    DocsPlugin,
  ],
})
export class GatewayModule {}
