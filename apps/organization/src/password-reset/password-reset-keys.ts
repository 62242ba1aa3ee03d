import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@parley/runtime';
import type { KeySecrets } from '../credentials/api-keys.js';
import { LinkKeys } from '../credentials/link-keys.js';

/** Keys of password reset links. */
@Injectable()
export class PasswordResetKeys extends LinkKeys {
  constructor(@Inject(CONFIG) secrets: KeySecrets) {
    super(secrets, 'parley password reset link');
  }
}
