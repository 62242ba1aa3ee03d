import { Inject, Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type EndpointScope, enforce, SYSTEM_VISITOR, tokenRefusal, type Visitor } from '@parley/contracts';
import { findMessageExport, findUpload } from '@parley/contracts/messaging';
import { findAvatar } from '@parley/contracts/organization';
import { CONFIG } from '@parley/runtime';
import { FileStorage, isStorageKey, readTemporaryToken } from '@parley/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BasicAuthentication } from '../authentication/basic-authentication.js';
import { CellCalls } from '../cells/cell-calls.js';
import type { GatewayConfig } from '../config.js';
import { clientNameOf } from '../http/client-name.js';
import { ErrorResponder } from '../http/error-responder.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { SessionAuthentication } from '../sessions/session-authentication.js';
import { SendFile } from './send-file.js';

/** For pictures: a changed picture has a new address. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Access may end, so only the reader's browser may cache the file, and it must revalidate. */
const REVALIDATE = 'private, no-cache';

interface FilePath {
  Params: { readonly '*': string };
}
interface AvatarPath {
  Params: { readonly user: string };
}
interface ExportPath {
  Params: { readonly id: string; readonly file: string };
}
interface TemporaryPath {
  Params: { readonly token: string };
}

/**
 * Files outside /api/v1.
 * - Uploads: for users who may read them, and for everyone who has a temporary address.
 * - Exports: for administrators.
 * - Pictures of users, organizations and emoji: for everyone who knows their address.
 */
@Injectable()
export class FilesPlugin {
  constructor(
    private readonly authentication: BasicAuthentication,
    private readonly sessions: SessionAuthentication,
    private readonly limits: RequestLimits,
    private readonly calls: CellCalls,
    private readonly storage: FileStorage,
    private readonly sendFile: SendFile,
    private readonly errors: ErrorResponder,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  install(files: FastifyInstance): void {
    files.setErrorHandler((error, request, reply) => this.errors.answer(error, request, reply));
    const open = { onRequest: (request: FastifyRequest, reply: FastifyReply) => this.limits.admitFile(request, reply) };
    const needing = (scope: EndpointScope) => ({
      onRequest: (request: FastifyRequest, reply: FastifyReply) => this.admit(request, reply, scope),
    });
    const personal = needing('read');
    files.get<FilePath>('/user_uploads/*', personal, (request, reply) => this.sendUpload(request, reply, request.params['*']));
    files.get<ExportPath>('/user_exports/:id/:file', needing('full'), (request, reply) => this.sendExport(request, reply));
    files.get<TemporaryPath>('/user_uploads/temporary/:token/:name', open, (request, reply) => this.sendTemporary(request, reply));
    for (const isMedium of [false, true]) {
      files.get<AvatarPath>(`/avatar/:user${isMedium ? '/medium' : ''}`, personal, async (request, reply) => {
        const params = { user: request.params.user, isMedium };
        const { url } = await this.calls.call(findAvatar, params, callerOf(request), { requestId: request.id });
        return reply.header('cache-control', REVALIDATE).redirect(url);
      });
    }
    files.get<FilePath>('/user_avatars/*', open, (request, reply) =>
      this.sendPicture(request, reply, `user_avatars/${request.params['*']}`),
    );
  }

  /** Checks an API key or token or, without one, the cookie of a session, if there is any. A wrong key is refused; a session that has ended is like none. */
  private async admit(request: FastifyRequest, reply: FastifyReply, scope: EndpointScope): Promise<void> {
    if (request.headers.authorization !== undefined) {
      request.identity = await this.authentication.authenticate(request);
      if (request.identity.token !== undefined) enforce(tokenRefusal(request.identity.token, { scope }));
    } else if (this.sessions.isGiven(request)) {
      // Pages of another origin must not show a file that the cookie opens.
      reply.header('cross-origin-resource-policy', 'same-origin');
      request.identity = (await this.sessions.ifOpen(request))?.identity ?? null;
    }
    await this.limits.admitFile(request, reply);
  }

  private async sendUpload(request: FastifyRequest, reply: FastifyReply, pathId: string): Promise<FastifyReply> {
    const upload = await this.calls.call(findUpload, { pathId }, callerOf(request), { requestId: request.id });
    return this.sendFile.execute(request, reply, { ...upload, cacheControl: REVALIDATE });
  }

  private async sendExport(request: FastifyRequest<ExportPath>, reply: FastifyReply): Promise<FastifyReply> {
    const { id, file } = request.params;
    if (!/^\d{1,9}$/.test(id)) throw apiErrors.notFound();
    const found = await this.calls.call(findMessageExport, { exportId: Number(id), file }, callerOf(request), { requestId: request.id });
    return this.sendFile.execute(request, reply, { ...found, cacheControl: 'private, no-store' });
  }

  private async sendTemporary(request: FastifyRequest<TemporaryPath>, reply: FastifyReply): Promise<FastifyReply> {
    const { PARLEY_CALLER_SECRET: secret, PARLEY_CALLER_SECRET_PREVIOUS: previous = secret } = this.config;
    const { token } = request.params;
    const upload = readTemporaryToken(secret, token) ?? readTemporaryToken(previous, token);
    if (upload === undefined) throw apiErrors.notFound();
    const size = await this.storage.size(upload.key);
    if (size === undefined) throw apiErrors.notFound();
    return this.sendFile.execute(request, reply, { ...upload, size, cacheControl: 'private, no-store' });
  }

  private async sendPicture(request: FastifyRequest, reply: FastifyReply, key: string): Promise<FastifyReply> {
    const size = isStorageKey(key) ? await this.storage.size(key) : undefined;
    if (size === undefined) throw apiErrors.notFound();
    return this.sendFile.execute(request, reply, { key, name: key, size, cacheControl: FOR_EVER });
  }
}

function callerOf({ identity, headers }: FastifyRequest): Caller | Visitor {
  const clientName = clientNameOf(undefined, headers['user-agent']);
  return identity === null ? { host: headers.host ?? SYSTEM_VISITOR.host, clientName } : { ...identity, clientName };
}
