import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { StorageModule } from '@parley/storage';
import { ApiPlugin } from './api/api-plugin.js';
import { KeyEntrance } from './api/key-entrance.js';
import { SessionEntrance } from './api/session-entrance.js';
import { BasicAuthentication } from './authentication/basic-authentication.js';
import { CountedKeys } from './authentication/counted-keys.js';
import { CredentialCache } from './authentication/credential-cache.js';
import { FailedLogins } from './authentication/failed-logins.js';
import { KeyChecks } from './authentication/key-checks.js';
import { PasswordAttempts } from './authentication/password-attempts.js';
import { QueryKeyAuthentication } from './authentication/query-key-authentication.js';
import { CellCalls } from './cells/cell-calls.js';
import { CellRouter } from './cells/cell-router.js';
import { Cells } from './cells/cells.js';
import { OrganizationPlaces } from './cells/organization-places.js';
import { DocsPlugin } from './documentation/docs-plugin.js';
import { FilesPlugin } from './files/files-plugin.js';
import { ReceiveFile } from './files/receive-file.js';
import { SendFile } from './files/send-file.js';
import { EventsHandler } from './held-polls/events-handler.js';
import { gatewayIdProvider, heldPollsProvider, processesProvider } from './held-polls/held-polls.provider.js';
import { NatsQueuePolls } from './held-polls/nats-queue-polls.js';
import { SessionPolls } from './held-polls/session-polls.js';
import { WakeUps } from './held-polls/wake-ups.js';
import { AccessLog } from './http/access-log.js';
import { EndpointHandler } from './http/endpoint-handler.js';
import { ErrorResponder } from './http/error-responder.js';
import { RequestHooks } from './http/request-hooks.js';
import { RequestMetrics } from './http/request-metrics.js';
import { RequestTraces } from './http/request-traces.js';
import { MailListener } from './mail-in/mail-listener.js';
import { TakeMail } from './mail-in/take-mail.js';
import { ConfirmEmailPage } from './pages/confirm-email-page.js';
import { EnterApp } from './pages/enter-app.js';
import { FindOrganizationsPage } from './pages/find-organizations-page.js';
import { HomePage } from './pages/home-page.js';
import { JoinPage } from './pages/join-page.js';
import { MailForms } from './pages/mail-form.js';
import { PagesPlugin } from './pages/pages-plugin.js';
import { PasswordResetPages } from './pages/password-reset-pages.js';
import { SignInPages } from './pages/sign-in-pages.js';
import { UnsubscribePage } from './pages/unsubscribe-page.js';
import { VideoCallPage } from './pages/video-call-page.js';
import { Buckets } from './rate-limits/buckets.js';
import { RequestLimits } from './rate-limits/request-limits.js';
import { BearerAuthentication } from './scim/bearer-authentication.js';
import { ScimPlugin } from './scim/scim-plugin.js';
import { BeginSession } from './sessions/begin-session.js';
import { SecondFactorRoutes } from './sessions/second-factor-routes.js';
import { SessionAuthentication } from './sessions/session-authentication.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SessionRequests } from './sessions/session-requests.js';
import { SessionRoutes } from './sessions/session-routes.js';
import { SignInCookie } from './sign-in/sign-in-cookie.js';
import { WebAppPlugin } from './web-app/web-app-plugin.js';

@Module({
  imports: [StorageModule.forRoot()],
  providers: [
    OrganizationAddresses,
    Cells,
    OrganizationPlaces,
    CellRouter,
    CellCalls,
    Buckets,
    RequestLimits,
    KeyChecks,
    FailedLogins,
    CredentialCache,
    CountedKeys,
    BasicAuthentication,
    QueryKeyAuthentication,
    PasswordAttempts,
    SessionCookie,
    SessionAuthentication,
    BeginSession,
    SessionRoutes,
    SecondFactorRoutes,
    SessionRequests,
    KeyEntrance,
    SessionEntrance,
    ErrorResponder,
    AccessLog,
    RequestMetrics,
    RequestTraces,
    RequestHooks,
    EndpointHandler,
    NatsQueuePolls,
    gatewayIdProvider,
    processesProvider,
    heldPollsProvider,
    SessionPolls,
    WakeUps,
    EventsHandler,
    ReceiveFile,
    SendFile,
    FilesPlugin,
    ApiPlugin,
    BearerAuthentication,
    ScimPlugin,
    WebAppPlugin,
    EnterApp,
    ConfirmEmailPage,
    MailForms,
    FindOrganizationsPage,
    HomePage,
    JoinPage,
    PasswordResetPages,
    VideoCallPage,
    UnsubscribePage,
    SignInCookie,
    SignInPages,
    PagesPlugin,
    DocsPlugin,
    TakeMail,
    MailListener,
  ],
})
export class GatewayModule {}
