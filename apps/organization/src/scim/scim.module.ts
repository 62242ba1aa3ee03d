import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { UsersModule } from '../users/users.module.js';
import { AnswerScim } from './answer-scim.js';
import { ChangeGroup } from './change-group.js';
import { ChangePerson } from './change-person.js';
import { CreateGroup } from './create-group.js';
import { CreatePerson } from './create-person.js';
import { GroupResources } from './group-resources.js';
import { PersonResources } from './person-resources.js';
import { ReadGroups } from './read-groups.js';
import { ReadPeople } from './read-people.js';
import { RemoveGroup } from './remove-group.js';
import { RemovePerson } from './remove-person.js';
import { ScimController } from './scim.controller.js';
import { WriteGroup } from './write-group.js';
import { WritePerson } from './write-person.js';

@Module({
  imports: [AccountsModule, CredentialsModule, GroupsModule, UsersModule],
  controllers: [ScimController],
  providers: [
    AnswerScim,
    ChangeGroup,
    ChangePerson,
    CreateGroup,
    CreatePerson,
    GroupResources,
    PersonResources,
    ReadGroups,
    ReadPeople,
    RemoveGroup,
    RemovePerson,
    WriteGroup,
    WritePerson,
  ],
})
export class ScimModule {}
