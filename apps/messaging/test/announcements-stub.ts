import { Controller, Module } from '@nestjs/common';
import { announceUnlogged, type CallOf, type InputOf } from '@parley/contracts';
import { Serves } from '@parley/rpc';

type Announced = InputOf<typeof announceUnlogged>;

/** Stands for event-queue: keeps what it was asked to announce, or has no room for it. */
export class Announcements {
  static readonly heard: Announced[] = [];
  static hasRoom = true;

  static of(organizationId: number): readonly Announced[] {
    return Announcements.heard.filter((announced) => announced.organizationId === organizationId);
  }
}

@Controller()
class AnnouncementsStub {
  @Serves(announceUnlogged)
  async announceUnlogged({ params }: CallOf<typeof announceUnlogged>) {
    if (Announcements.hasRoom) Announcements.heard.push(params);
    return { accepted: Announcements.hasRoom };
  }
}

@Module({ controllers: [AnnouncementsStub] })
export class AnnouncementsStubModule {}
