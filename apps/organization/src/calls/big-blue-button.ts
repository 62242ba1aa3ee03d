import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { CONFIG, Runtime } from '@parley/runtime';
import type { OrganizationConfig } from '../config.js';
import type { Meeting } from './meeting-token.js';
import { askProvider } from './provider-request.js';

/** The API of a BigBlueButton server: signed query strings, answers in XML. */
@Injectable()
export class BigBlueButton {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<OrganizationConfig, 'BIG_BLUE_BUTTON_URL' | 'BIG_BLUE_BUTTON_SECRET'>,
    private readonly runtime: Runtime,
  ) {}

  /** @throws bigBlueButtonNotConfigured */
  checkConfigured(): void {
    this.server();
  }

  /** Begins the meeting if it has not begun, and returns where this person enters it. @throws bigBlueButtonFailed */
  async enter(meeting: Meeting, fullName: string): Promise<string> {
    const settings = meeting.voiceOnly ? { lockSettingsDisableCam: 'true', lockSettingsLockOnJoin: 'true' } : {};
    // Creating a meeting again that is under way has no effect.
    await this.ask('create', { meetingID: meeting.id, name: meeting.name, ...settings });
    // A lock of cameras does not apply to moderators.
    const role = meeting.voiceOnly ? 'VIEWER' : 'MODERATOR';
    return this.signed('join', { meetingID: meeting.id, fullName, role });
  }

  private async ask(call: string, parameters: Readonly<Record<string, string>>): Promise<void> {
    const url = this.signed(call, parameters);
    try {
      const { status, text } = await askProvider(url);
      const code = /<returncode>(\w+)<\/returncode>/.exec(text)?.[1];
      if (status === 200 && code === 'SUCCESS') return;
      const reason = /<messageKey>(\w+)<\/messageKey>/.exec(text)?.[1];
      this.runtime.logger.error({ call, status, reason }, 'the BigBlueButton server refused a call');
    } catch (err) {
      this.runtime.logger.error({ err, call }, 'the BigBlueButton server did not answer');
    }
    throw apiErrors.bigBlueButtonFailed();
  }

  private signed(call: string, parameters: Readonly<Record<string, string>>): string {
    const { url, secret } = this.server();
    const query = new URLSearchParams(parameters).toString();
    const checksum = createHash('sha256').update(`${call}${query}${secret}`).digest('hex');
    return `${url.replace(/\/$/, '')}/api/${call}?${query}&checksum=${checksum}`;
  }

  private server(): { readonly url: string; readonly secret: string } {
    const { BIG_BLUE_BUTTON_URL: url, BIG_BLUE_BUTTON_SECRET: secret } = this.config;
    if (url === undefined || secret === undefined) throw apiErrors.bigBlueButtonNotConfigured();
    return { url, secret };
  }
}
