import { Controller, Module } from '@nestjs/common';
import { announceUnlogged, type CallOf, type InputOf } from '@parley/contracts';
import { Serves } from '@parley/rpc';

type Announced = InputOf<typeof announceUnlogged>;

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
  @Serves(announceUnlogged)
  async announceUnlogged({ params }: CallOf<typeof announceUnlogged>) {
    if (Announcements.hasRoom) Announcements.received.push(params);
    return { accepted: Announcements.hasRoom };
  }
}

@Module({ controllers: [AnnouncementsStub] })
export class AnnouncementsStubModule {}
