import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { previewWelcomeMessage } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { PreviewWelcome } from './preview-welcome.js';

@Controller()
export class WelcomeController {
  constructor(private readonly preview: PreviewWelcome) {}

  @Serves(previewWelcomeMessage)
  previewWelcomeMessage({ caller, params }: CallOf<typeof previewWelcomeMessage>) {
    return this.preview.execute(caller, params.welcome_message_custom_text);
  }
}
