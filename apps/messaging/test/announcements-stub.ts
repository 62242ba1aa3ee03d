import { Controller, Module } from '@nestjs/common';
import type { CallOf, InputOf } from '@parley/contracts';
import { announceEphemeral } from '@parley/contracts/event-queue';
import { Serves } from '@parley/rpc';

type Announced = InputOf<typeof announceEphemeral>;

/** Stands in for event-queue: records announcements, or refuses them as if overloaded. */
export class Announcements {
  static readonly received: Announced[] = [];
  static hasRoom = true;

  static of(organizationId: number): readonly Announced[] {
    return Announcements.received.filter((announced) => announced.organizationId === organizationId);
  }
}

@Controller()
class AnnouncementsStub {
  @Serves(announceEphemeral)
  async announceEphemeral({ params }: CallOf<typeof announceEphemeral>) {
    if (Announcements.hasRoom) Announcements.received.push(params);
    return { accepted: Announcements.hasRoom };
  }
}

@Module({ controllers: [AnnouncementsStub] })
export class AnnouncementsStubModule {}
