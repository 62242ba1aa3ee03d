import { readFileSync } from 'node:fs';

/** The parts of demo.json that tools print. Written by `apps/admin demo-seed`. */
export interface Demo {
  readonly base_url: string;
  readonly organizations: readonly { readonly string_id: string; readonly host: string; readonly users: readonly DemoUser[] }[];
}

export interface DemoUser {
  readonly email: string;
  /** The address to sign in with. */
  readonly delivery_email: string;
  /** Bots have none. */
  readonly password: string | null;
  readonly api_key: string;
  readonly user_id: number;
  readonly is_bot: boolean;
}

export function readDemo(path: string): Demo {
  return JSON.parse(readFileSync(path, 'utf8'));
}
