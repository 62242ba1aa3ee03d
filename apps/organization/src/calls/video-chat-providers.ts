import { VIDEO_CHAT_PROVIDERS, type VideoChatProvider } from '@parley/contracts/organization';
import type { OrganizationConfig } from '../config.js';

export type CallsConfig = Pick<
  OrganizationConfig,
  'JITSI_SERVER_URL' | 'BIG_BLUE_BUTTON_URL' | 'BIG_BLUE_BUTTON_SECRET' | 'ZOOM_ACCOUNT_ID' | 'ZOOM_CLIENT_ID' | 'ZOOM_CLIENT_SECRET'
>;

/** The providers that this installation has, by the name that clients know. */
export function availableProviders(config: CallsConfig): Partial<typeof VIDEO_CHAT_PROVIDERS> {
  const { disabled, jitsi_meet, big_blue_button, zoom_server_to_server } = VIDEO_CHAT_PROVIDERS;
  return {
    disabled,
    jitsi_meet,
    ...(config.BIG_BLUE_BUTTON_URL === undefined ? {} : { big_blue_button }),
    ...(config.ZOOM_ACCOUNT_ID === undefined ? {} : { zoom_server_to_server }),
  } satisfies Partial<Record<VideoChatProvider, unknown>>;
}

export function isAvailable(config: CallsConfig, id: number): boolean {
  return Object.values(availableProviders(config)).some((provider) => provider.id === id);
}
