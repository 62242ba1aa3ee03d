import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@parley/runtime';
import type { KeySecrets } from './api-keys.js';
import { LinkKeys } from './link-keys.js';

/** Keys of the links that confirm a new email address. */
@Injectable()
export class ConfirmationKeys extends LinkKeys {
  constructor(@Inject(CONFIG) secrets: KeySecrets) {
    super(secrets, 'parley confirmation link');
  }
}
