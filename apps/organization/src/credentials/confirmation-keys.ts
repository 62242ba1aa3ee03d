import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type ConfigOf } from '@parley/runtime';
import { LinkKeys } from './link-keys.js';

/** Of links that confirm an address. */
@Injectable()
export class ConfirmationKeys extends LinkKeys {
  constructor(@Inject(CONFIG) config: Pick<ConfigOf<'keyHolder'>, 'PARLEY_KEY_SECRET'>) {
    super(config.PARLEY_KEY_SECRET, 'parley confirmation link');
  }
}
