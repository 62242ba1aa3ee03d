import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { CONFIG, Runtime } from '@parley/runtime';
import { z } from 'zod';
import type { OrganizationConfig } from '../config.js';
import { askProvider, type ProviderAnswer } from './provider-request.js';

/** A token is replaced this long before it expires. */
const SPARE_MS = 60_000;
const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
const meetingAnswer = z.object({ join_url: z.url({ protocol: /^https?$/ }) });
/** Zoom's own code of an address without an account. */
const NO_SUCH_USER = /"code"\s*:\s*1001\b/;

type Account = Readonly<Record<'ZOOM_ACCOUNT_ID' | 'ZOOM_CLIENT_ID' | 'ZOOM_CLIENT_SECRET', string>>;

/** The API of Zoom, with a server-to-server app of the installation's account. */
@Injectable()
export class Zoom {
  private token: { readonly text: string; readonly until: number } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: OrganizationConfig,
    private readonly runtime: Runtime,
  ) {}

  /** Returns where participants join. @throws zoomNotConfigured, unknownZoomUser, zoomFailed */
  async createMeeting(hostEmail: string, isVideoCall: boolean): Promise<string> {
    const account = this.account();
    const answer = await this.attempt('create a meeting', async () => {
      const first = await this.askForMeeting(account, hostEmail, isVideoCall);
      if (first.status !== HttpStatus.UNAUTHORIZED) return first;
      // The token was revoked before its time.
      this.token = undefined;
      return this.askForMeeting(account, hostEmail, isVideoCall);
    });
    if (answer.status === HttpStatus.NOT_FOUND && NO_SUCH_USER.test(answer.text)) throw apiErrors.unknownZoomUser();
    if (answer.status !== HttpStatus.CREATED) throw this.failed('create a meeting', answer.status);
    return this.attempt('create a meeting', async () => meetingAnswer.parse(JSON.parse(answer.text)).join_url);
  }

  private async askForMeeting(account: Account, hostEmail: string, isVideoCall: boolean): Promise<ProviderAnswer> {
    const token = await this.accessToken(account);
    return askProvider(`${this.config.ZOOM_API_URL}/v2/users/${encodeURIComponent(hostEmail)}/meetings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ settings: { host_video: isVideoCall, participant_video: isVideoCall }, default_password: true }),
    });
  }

  private async accessToken({ ZOOM_ACCOUNT_ID, ZOOM_CLIENT_ID, ZOOM_CLIENT_SECRET }: Account): Promise<string> {
    if (this.token !== undefined && Date.now() < this.token.until) return this.token.text;
    const { status, text } = await askProvider(`${this.config.ZOOM_URL}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${ZOOM_CLIENT_ID}:${ZOOM_CLIENT_SECRET}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'account_credentials', account_id: ZOOM_ACCOUNT_ID }),
    });
    if (status !== HttpStatus.OK) throw this.failed('issue a token', status);
    const { access_token, expires_in } = tokenAnswer.parse(JSON.parse(text));
    this.token = { text: access_token, until: Date.now() + expires_in * 1000 - SPARE_MS };
    return access_token;
  }

  private account(): Account {
    const { ZOOM_ACCOUNT_ID, ZOOM_CLIENT_ID, ZOOM_CLIENT_SECRET } = this.config;
    if (ZOOM_ACCOUNT_ID === undefined || ZOOM_CLIENT_ID === undefined || ZOOM_CLIENT_SECRET === undefined) {
      throw apiErrors.zoomNotConfigured();
    }
    return { ZOOM_ACCOUNT_ID, ZOOM_CLIENT_ID, ZOOM_CLIENT_SECRET };
  }

  /** Answers can contain tokens and addresses, so they are not logged. */
  private failed(work: string, status: number): Error {
    this.runtime.logger.error({ status }, `Zoom refused to ${work}`);
    return apiErrors.zoomFailed();
  }

  private async attempt<T>(work: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Error && 'status' in error) throw error;
      this.runtime.logger.error({ reason: error instanceof Error ? error.name : 'unknown' }, `Zoom could not ${work}`);
      throw apiErrors.zoomFailed();
    }
  }
}
