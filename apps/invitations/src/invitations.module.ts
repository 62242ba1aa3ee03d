import { Module } from '@nestjs/common';
import { PersistenceModule } from '@parley/persistence';

/** Has its stores and its place in the suite; its first contracts come with the first invitation. */
@Module({ imports: [PersistenceModule.forService('invitations')] })
export class InvitationsModule {}
