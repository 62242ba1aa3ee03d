import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsModule } from '@parley/jobs';
import { MailModule } from '@parley/mail';
import { PersistenceModule } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { StorageModule } from '@parley/storage';
import { AvatarsController } from './avatars/avatars.controller.js';
import { ChangeAvatar } from './avatars/change-avatar.js';
import { DeleteAvatar } from './avatars/delete-avatar.js';
import { FindAvatar } from './avatars/find-avatar.js';
import { UploadAvatar } from './avatars/upload-avatar.js';
import { BotStorageController } from './bot-storage/bot-storage.controller.js';
import { BotStorageRepository } from './bot-storage/bot-storage.repository.js';
import { GetBotStorage } from './bot-storage/get-bot-storage.js';
import { RemoveBotStorage } from './bot-storage/remove-bot-storage.js';
import { UpdateBotStorage } from './bot-storage/update-bot-storage.js';
import { BotChanges } from './bots/bot-changes.js';
import { BotsController } from './bots/bots.controller.js';
import { CreateBot } from './bots/create-bot.js';
import { DeactivateBot } from './bots/deactivate-bot.js';
import { GetBotApiKey } from './bots/get-bot-api-key.js';
import { ListBots } from './bots/list-bots.js';
import { NamedChannels } from './bots/named-channels.js';
import { RegenerateBotApiKey } from './bots/regenerate-bot-api-key.js';
import { UpdateBot } from './bots/update-bot.js';
import { ConfigurationController } from './configuration/configuration.controller.js';
import { Configuration } from './configuration/configuration.js';
import { ForgetChannelInSettings } from './configuration/forget-channel-in-settings.js';
import { UpdateOrganization } from './configuration/update-organization.js';
import { ApiKeys } from './credentials/api-keys.js';
import { ConfirmationKeys } from './credentials/confirmation-keys.js';
import { CredentialsController } from './credentials/credentials.controller.js';
import { CredentialsRepository } from './credentials/credentials.repository.js';
import { DevFetchApiKey } from './credentials/dev-fetch-api-key.js';
import { DevListUsers } from './credentials/dev-list-users.js';
import { FetchApiKey } from './credentials/fetch-api-key.js';
import { KeysOfAccounts } from './credentials/keys-of-accounts.js';
import { MailedLinks } from './credentials/mailed-links.js';
import { MoveKeys } from './credentials/move-keys.js';
import { PasswordGuesses } from './credentials/password-guesses.js';
import { Passwords } from './credentials/passwords.js';
import { RotateApiKey } from './credentials/rotate-api-key.js';
import { SetPassword } from './credentials/set-password.js';
import { VerifyCredentials } from './credentials/verify-credentials.js';
import { CreateDomain } from './domains/create-domain.js';
import { DeleteDomain } from './domains/delete-domain.js';
import { DomainsController } from './domains/domains.controller.js';
import { ListDomains } from './domains/list-domains.js';
import { UpdateDomain } from './domains/update-domain.js';
import { ConfirmEmailChange } from './email-change/confirm-email-change.js';
import { EmailChangeController } from './email-change/email-change.controller.js';
import { EmailChangeMails } from './email-change/email-change-mails.js';
import { EmailChangesRepository } from './email-change/email-changes.repository.js';
import { AddRealmEmoji } from './emoji/add-realm-emoji.js';
import { DeactivateRealmEmoji } from './emoji/deactivate-realm-emoji.js';
import { EmojiController } from './emoji/emoji.controller.js';
import { GetRealmEmoji } from './emoji/get-realm-emoji.js';
import { FindOrganizationsController } from './find-organizations/find-organizations.controller.js';
import { FindOrganizations } from './find-organizations/find-organizations.js';
import { FoundOrganizationsMail } from './find-organizations/found-organizations-mail.js';
import { CreateUserGroup } from './groups/create-user-group.js';
import { DeactivateUserGroup } from './groups/deactivate-user-group.js';
import { GetGroupMembers } from './groups/get-group-members.js';
import { GetIsGroupMember } from './groups/get-is-group-member.js';
import { GetSubgroups } from './groups/get-subgroups.js';
import { GetUserGroups } from './groups/get-user-groups.js';
import { GroupContent } from './groups/group-content.js';
import { GroupsController } from './groups/groups.controller.js';
import { GroupsRepository } from './groups/groups.repository.js';
import { UpdateGroupMembers } from './groups/update-group-members.js';
import { UpdateSubgroups } from './groups/update-subgroups.js';
import { UpdateUserGroup } from './groups/update-user-group.js';
import { CheckInvitedGroups } from './joining/check-invited-groups.js';
import { JoinByInvitation } from './joining/join-by-invitation.js';
import { JoiningController } from './joining/joining.controller.js';
import { CreateLinkifier } from './linkifiers/create-linkifier.js';
import { DeleteLinkifier } from './linkifiers/delete-linkifier.js';
import { LinkifiersController } from './linkifiers/linkifiers.controller.js';
import { ListLinkifiers } from './linkifiers/list-linkifiers.js';
import { ReorderLinkifiers } from './linkifiers/reorder-linkifiers.js';
import { UpdateLinkifier } from './linkifiers/update-linkifier.js';
import { ChangeOrganizationPicture } from './organization-pictures/change-organization-picture.js';
import { OrganizationPicturesController } from './organization-pictures/organization-pictures.controller.js';
import { UploadOrganizationPicture } from './organization-pictures/upload-organization-picture.js';
import { CreateOrganization } from './organizations/create-organization.js';
import { DeactivateOrganization } from './organizations/deactivate-organization.js';
import { FindSpectatedOrganization } from './organizations/find-spectated-organization.js';
import { GetServerSettings } from './organizations/get-server-settings.js';
import { ListOrganizations } from './organizations/list-organizations.js';
import { OrganizationsController } from './organizations/organizations.controller.js';
import { OrganizationsRepository } from './organizations/organizations.repository.js';
import { ReactivateOrganization } from './organizations/reactivate-organization.js';
import { SetUploadQuota } from './organizations/set-upload-quota.js';
import { PasswordResetController } from './password-reset/password-reset.controller.js';
import { PasswordResetKeys } from './password-reset/password-reset-keys.js';
import { PasswordResetMails } from './password-reset/password-reset-mails.js';
import { PasswordResetsRepository } from './password-reset/password-resets.repository.js';
import { RequestPasswordReset } from './password-reset/request-password-reset.js';
import { ResetPassword } from './password-reset/reset-password.js';
import { Pictures } from './pictures/pictures.js';
import { CreatePlayground } from './playgrounds/create-playground.js';
import { DeletePlayground } from './playgrounds/delete-playground.js';
import { PlaygroundsController } from './playgrounds/playgrounds.controller.js';
import { CreateProfileField } from './profile-fields/create-profile-field.js';
import { DeleteProfileData } from './profile-fields/delete-profile-data.js';
import { DeleteProfileField } from './profile-fields/delete-profile-field.js';
import { ListProfileFields } from './profile-fields/list-profile-fields.js';
import { ProfileFieldsController } from './profile-fields/profile-fields.controller.js';
import { ReorderProfileFields } from './profile-fields/reorder-profile-fields.js';
import { UpdateProfileData } from './profile-fields/update-profile-data.js';
import { UpdateProfileField } from './profile-fields/update-profile-field.js';
import { RegisterController } from './register/register.controller.js';
import { RegisterOrganization } from './register/register-organization.js';
import { SerializedUserCache } from './register/serialized-user-cache.js';
import { ServerGeneration } from './register/server-generation.js';
import { AccountChanges } from './users/account-changes.js';
import { ChangeOwnAccount } from './users/change-own-account.js';
import { CreateAccount } from './users/create-account.js';
import { CreateUser } from './users/create-user.js';
import { DeactivateAccount } from './users/deactivate-account.js';
import { DeactivateMe } from './users/deactivate-me.js';
import { DeactivateUser } from './users/deactivate-user.js';
import { GetMe } from './users/get-me.js';
import { GetUser } from './users/get-user.js';
import { GetUsers } from './users/get-users.js';
import { ListAccounts } from './users/list-accounts.js';
import { OwnPassword } from './users/own-password.js';
import { ReactivateAccount } from './users/reactivate-account.js';
import { ReactivateUser } from './users/reactivate-user.js';
import { SetCanCreateUsers } from './users/set-can-create-users.js';
import { SetRole } from './users/set-role.js';
import { UpdateUser } from './users/update-user.js';
import { UsersController } from './users/users.controller.js';
import { UsersRepository } from './users/users.repository.js';

@Module({
  imports: [
    PersistenceModule.forService('organization'),
    EventLogModule,
    JobsModule.forRoot(),
    MailModule.forRoot(),
    StorageModule.forRoot(),
  ],
  controllers: [
    BotStorageController,
    AvatarsController,
    BotsController,
    ConfigurationController,
    CredentialsController,
    DomainsController,
    EmailChangeController,
    EmojiController,
    FindOrganizationsController,
    GroupsController,
    JoiningController,
    LinkifiersController,
    OrganizationPicturesController,
    OrganizationsController,
    PasswordResetController,
    PlaygroundsController,
    ProfileFieldsController,
    RegisterController,
    UsersController,
  ],
  providers: [
    AddRealmEmoji,
    ChangeAvatar,
    ChangeOrganizationPicture,
    DeleteAvatar,
    FindAvatar,
    UploadAvatar,
    UploadOrganizationPicture,
    DeactivateRealmEmoji,
    Pictures,
    AccountChanges,
    ApiKeys,
    MoveKeys,
    BotChanges,
    BotStorageRepository,
    ChangeOwnAccount,
    Configuration,
    CheckInvitedGroups,
    ConfirmEmailChange,
    ConfirmationKeys,
    CreateAccount,
    CreateBot,
    CreateDomain,
    CreateLinkifier,
    CreateOrganization,
    CreatePlayground,
    CreateProfileField,
    CreateUser,
    CreateUserGroup,
    CredentialsRepository,
    DeactivateAccount,
    DeactivateBot,
    DeactivateMe,
    DeactivateOrganization,
    DeactivateUser,
    DeactivateUserGroup,
    DeleteDomain,
    DeleteLinkifier,
    DeletePlayground,
    DeleteProfileData,
    DeleteProfileField,
    DevFetchApiKey,
    DevListUsers,
    EmailChangeMails,
    EmailChangesRepository,
    FetchApiKey,
    FindOrganizations,
    FindSpectatedOrganization,
    ForgetChannelInSettings,
    FoundOrganizationsMail,
    GetBotApiKey,
    GetBotStorage,
    GetGroupMembers,
    GetIsGroupMember,
    GetMe,
    GetRealmEmoji,
    GetServerSettings,
    GetSubgroups,
    GetUser,
    GetUserGroups,
    GetUsers,
    GroupContent,
    GroupsRepository,
    JoinByInvitation,
    KeysOfAccounts,
    ListAccounts,
    ListBots,
    ListDomains,
    ListLinkifiers,
    ListOrganizations,
    ListProfileFields,
    MailedLinks,
    NamedChannels,
    OrganizationAddresses,
    OrganizationsRepository,
    OwnPassword,
    PasswordResetKeys,
    PasswordResetMails,
    PasswordResetsRepository,
    PasswordGuesses,
    Passwords,
    ReactivateAccount,
    ReactivateOrganization,
    ReactivateUser,
    RegenerateBotApiKey,
    RegisterOrganization,
    SerializedUserCache,
    ServerGeneration,
    RemoveBotStorage,
    ReorderLinkifiers,
    ReorderProfileFields,
    RequestPasswordReset,
    ResetPassword,
    RotateApiKey,
    SetPassword,
    SetCanCreateUsers,
    SetRole,
    SetUploadQuota,
    UpdateBot,
    UpdateBotStorage,
    UpdateDomain,
    UpdateGroupMembers,
    UpdateLinkifier,
    UpdateOrganization,
    UpdateProfileData,
    UpdateProfileField,
    UpdateSubgroups,
    UpdateUser,
    UpdateUserGroup,
    UsersRepository,
    VerifyCredentials,
  ],
})
export class OrganizationModule {}
