import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type ConfigOf } from '@parley/runtime';
import { LinkKeys } from '../credentials/link-keys.js';

/** Of links to a new password. */
@Injectable()
export class PasswordResetKeys extends LinkKeys {
  constructor(@Inject(CONFIG) config: Pick<ConfigOf<'keyHolder'>, 'PARLEY_KEY_SECRET'>) {
    super(config.PARLEY_KEY_SECRET, 'parley password reset link');
  }
}
