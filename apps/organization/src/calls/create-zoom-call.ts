import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { createZoomCall } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { Zoom } from './zoom.js';

/** POST /calls/zoom/create */
@Injectable()
export class CreateZoomCall {
  constructor(
    private readonly database: Database,
    private readonly zoom: Zoom,
  ) {}

  async execute({ caller, params }: CallOf<typeof createZoomCall>): Promise<OutputOf<typeof createZoomCall>> {
    const host = await userById(this.database.direct, caller.organizationId, caller.userId);
    if (host === undefined) throw apiErrors.noSuchUser();
    return { url: await this.zoom.createMeeting(host.deliveryEmail, params.is_video_call) };
  }
}
