import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { Inject, Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { CONFIG } from '@parley/runtime';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GatewayConfig } from '../config.js';

/** From the bundled gateway. The sources, which tests run, have no app unless WEB_APP_DIR names one. */
const BUILT = '../../web/dist';
/**
 * The app is served at these addresses and at `/`. If the app is not built, `/` is the home page. What follows `/app` is read by the app in
 * the browser.
 */
const ADDRESSES = ['/login', '/app', '/app/*'];

/** The page runs only scripts of this server, and none that are written in the page. KaTeX needs style attributes. Avatars may come from other sites. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // It names the files of one version.
  'cache-control': 'no-store',
} as const;

/** Caches keep the compressed forms apart. A file replaces `no-store`: only its absence is not kept, because another gateway may have it. */
const FILE_HEADERS = { 'x-content-type-options': 'nosniff', vary: 'accept-encoding', 'cache-control': 'no-store' } as const;

/**
 * Serves the files of the web app, if it is built. They are the same for each host and organization, so no store is asked and no rate limit
 * counts them. Only the page and the files in `assets` can be reached.
 */
@Injectable()
export class WebAppPlugin {
  private readonly folder: string;
  private readonly page: string;
  /** Whether the app existed when the gateway started. */
  readonly isBuilt: boolean;

  constructor(@Inject(CONFIG) { WEB_APP_DIR }: Pick<GatewayConfig, 'WEB_APP_DIR'>) {
    this.folder = WEB_APP_DIR ?? fileURLToPath(new URL(BUILT, import.meta.url));
    this.page = join(this.folder, 'index.html');
    this.isBuilt = existsSync(this.page);
  }

  async install(app: FastifyInstance): Promise<void> {
    if (!this.isBuilt) return;
    for (const address of ADDRESSES) app.get(address, { config: { name: 'browser.app' } }, (_, reply) => this.sendPage(reply));
    app.addHook('onRequest', (_, reply, done) => {
      reply.headers(FILE_HEADERS);
      done();
    });
    await app.register(fastifyStatic, {
      root: join(this.folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      index: false,
      dotfiles: 'ignore',
      // The name of a file contains the digest of its content.
      immutable: true,
      maxAge: '1y',
    });
  }

  /** @throws ApiError if another build has just removed it */
  async sendPage(reply: FastifyReply): Promise<FastifyReply> {
    const page = await readFile(this.page).catch(() => undefined);
    if (page === undefined) throw apiErrors.notFound();
    return reply.headers(PAGE_HEADERS).send(page);
  }
}
