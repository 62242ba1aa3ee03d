import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsModule } from '@parley/jobs';
import { MailModule } from '@parley/mail';
import { PersistenceModule } from '@parley/persistence';
import { StorageModule } from '@parley/storage';
import { AuditModule } from './audit/audit.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { BotStorageModule } from './bot-storage/bot-storage.module.js';
import { BotsModule } from './bots/bots.module.js';
import { CallsModule } from './calls/calls.module.js';
import { ConfigurationModule } from './configuration/configuration.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { DomainsModule } from './domains/domains.module.js';
import { EmailChangeModule } from './email-change/email-change.module.js';
import { EmojiModule } from './emoji/emoji.module.js';
import { ErasingModule } from './erasing/erasing.module.js';
import { FindOrganizationsModule } from './find-organizations/find-organizations.module.js';
import { GroupsModule } from './groups/groups.module.js';
import { JoiningModule } from './joining/joining.module.js';
import { LinkifiersModule } from './linkifiers/linkifiers.module.js';
import { OrganizationPicturesModule } from './organization-pictures/organization-pictures.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { PasswordResetModule } from './password-reset/password-reset.module.js';
import { PlaygroundsModule } from './playgrounds/playgrounds.module.js';
import { ProfileFieldsModule } from './profile-fields/profile-fields.module.js';
import { PurgeModule } from './purge/purge.module.js';
import { RegisterModule } from './register/register.module.js';
import { ScimModule } from './scim/scim.module.js';
import { SecondFactorModule } from './second-factor/second-factor.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    PersistenceModule.forService('organization'),
    EventLogModule,
    JobsModule.forRoot(),
    MailModule.forRoot(),
    StorageModule.forRoot(),
    AuditModule,
    AvatarsModule,
    BotStorageModule,
    BotsModule,
    CallsModule,
    ConfigurationModule,
    CredentialsModule,
    DomainsModule,
    EmailChangeModule,
    EmojiModule,
    ErasingModule,
    FindOrganizationsModule,
    GroupsModule,
    JoiningModule,
    LinkifiersModule,
    OrganizationPicturesModule,
    OrganizationsModule,
    PasswordResetModule,
    PlaygroundsModule,
    ProfileFieldsModule,
    PurgeModule,
    RegisterModule,
    ScimModule,
    SecondFactorModule,
    SessionsModule,
    SignInModule,
    TokensModule,
    UsersModule,
  ],
})
export class OrganizationModule {}
