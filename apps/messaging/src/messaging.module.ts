import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsModule } from '@parley/jobs';
import { PersistenceModule } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { StorageModule } from '@parley/storage';
import { AlertWordsController } from './alert-words/alert-words.controller.js';
import { AlertedUsers } from './alert-words/alerted-users.js';
import { ChangeAlertWords } from './alert-words/change-alert-words.js';
import { ListAlertWords } from './alert-words/list-alert-words.js';
import { AttachmentsController } from './attachments/attachments.controller.js';
import { DeleteAttachment } from './attachments/delete-attachment.js';
import { EraseFiles } from './attachments/erase-files.js';
import { FindUpload } from './attachments/find-upload.js';
import { GetAttachments } from './attachments/get-attachments.js';
import { GetTemporaryFileUrl } from './attachments/get-temporary-file-url.js';
import { UploadFile } from './attachments/upload-file.js';
import { DeleteMessage } from './deleting/delete-message.js';
import { DeleteTopic } from './deleting/delete-topic.js';
import { DeletingController } from './deleting/deleting.controller.js';
import { CreateDrafts } from './drafts/create-drafts.js';
import { DeleteDraft } from './drafts/delete-draft.js';
import { DraftsController } from './drafts/drafts.controller.js';
import { EditDraft } from './drafts/edit-draft.js';
import { ListDrafts } from './drafts/list-drafts.js';
import { EditContent } from './editing/edit-content.js';
import { EditingController } from './editing/editing.controller.js';
import { MoveMessages } from './editing/move-messages.js';
import { SendMoveNotices } from './editing/send-move-notices.js';
import { UpdateMessage } from './editing/update-message.js';
import { FlagsController } from './flags/flags.controller.js';
import { UpdateFlagsForNarrow } from './flags/update-flags-for-narrow.js';
import { UpdateMessageFlags } from './flags/update-message-flags.js';
import { GetMessageHistory } from './history/get-message-history.js';
import { MessagesController } from './messages.controller.js';
import { MuteUser } from './muted-users/mute-user.js';
import { MutedUsersController } from './muted-users/muted-users.controller.js';
import { UnmuteUser } from './muted-users/unmute-user.js';
import { NoticesController } from './notices/notices.controller.js';
import { SendNotice } from './notices/send-notice.js';
import { AddReaction } from './reactions/add-reaction.js';
import { GetEmojiData } from './reactions/get-emoji-data.js';
import { ReactionsController } from './reactions/reactions.controller.js';
import { RemoveReaction } from './reactions/remove-reaction.js';
import { GetMessage } from './reading/get-message.js';
import { GetMessages } from './reading/get-messages.js';
import { GetReadReceipts } from './reading/get-read-receipts.js';
import { MatchNarrow } from './reading/match-narrow.js';
import { ReadAccess } from './reading/read-access.js';
import { RegisterPart } from './registration/register-part.js';
import { RegistrationController } from './registration/registration.controller.js';
import { MessageRenderer } from './rendering/message-renderer.js';
import { ApplyRetention } from './retention/apply-retention.js';
import { ForgetLocalIds } from './sending/forget-local-ids.js';
import { PreviewMessage } from './sending/preview-message.js';
import { SendMessage } from './sending/send-message.js';
import { StoreComposed } from './sending/store-composed.js';
import { AddSubmessage } from './submessages/add-submessage.js';
import { SubmessagesController } from './submessages/submessages.controller.js';
import { AnnounceTyping } from './typing/announce-typing.js';
import { SetEditTyping } from './typing/set-edit-typing.js';
import { SetTyping } from './typing/set-typing.js';
import { TypingController } from './typing/typing.controller.js';
import { CompactReadFlags } from './unread/compact-read-flags.js';
import { LeaveNewestUnread } from './unread/leave-newest-unread.js';
import { MarkAllAsRead } from './unread/mark-all-as-read.js';
import { MarkChannelAsRead } from './unread/mark-channel-as-read.js';
import { MarkTopicAsRead } from './unread/mark-topic-as-read.js';
import { UnreadController } from './unread/unread.controller.js';

@Module({
  imports: [PersistenceModule.withHistory('messaging'), EventLogModule, JobsModule.forRoot(), StorageModule.forRoot()],
  controllers: [
    AttachmentsController,
    MessagesController,
    NoticesController,
    DeletingController,
    DraftsController,
    EditingController,
    FlagsController,
    ReactionsController,
    SubmessagesController,
    TypingController,
    UnreadController,
    AlertWordsController,
    MutedUsersController,
    RegistrationController,
  ],
  providers: [
    OrganizationAddresses,
    MessageRenderer,
    StoreComposed,
    UploadFile,
    FindUpload,
    GetTemporaryFileUrl,
    GetAttachments,
    DeleteAttachment,
    EraseFiles,
    SendMessage,
    PreviewMessage,
    ForgetLocalIds,
    ApplyRetention,
    SendNotice,
    GetMessage,
    GetMessages,
    ListDrafts,
    CreateDrafts,
    EditDraft,
    DeleteDraft,
    MatchNarrow,
    GetReadReceipts,
    AddReaction,
    RemoveReaction,
    GetEmojiData,
    DeleteMessage,
    DeleteTopic,
    AddSubmessage,
    AnnounceTyping,
    SetTyping,
    SetEditTyping,
    ReadAccess,
    UpdateMessage,
    EditContent,
    MoveMessages,
    SendMoveNotices,
    GetMessageHistory,
    UpdateMessageFlags,
    UpdateFlagsForNarrow,
    MarkTopicAsRead,
    MarkChannelAsRead,
    LeaveNewestUnread,
    MarkAllAsRead,
    CompactReadFlags,
    MuteUser,
    UnmuteUser,
    AlertedUsers,
    ListAlertWords,
    ChangeAlertWords,
    RegisterPart,
  ],
})
export class MessagingModule {}
