import { Inject, Injectable } from '@nestjs/common';
import { LinkKeys } from '@parley/mail';
import { CONFIG, type ServiceConfig } from '@parley/runtime';

/** Keys of the links of invitations. With another PARLEY_CALLER_SECRET the links that are out are worth nothing. */
@Injectable()
export class InvitationKeys extends LinkKeys {
  constructor(@Inject(CONFIG) config: Pick<ServiceConfig, 'PARLEY_CALLER_SECRET'>) {
    super(config.PARLEY_CALLER_SECRET, 'parley invitation link');
  }
}
