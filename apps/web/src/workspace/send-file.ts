import { ApiError, NoAnswerError } from '@parley/client';
import { uploadFile } from '@parley/contracts/messaging';
import type { SendFile } from './uploads.js';

const TIMEOUT_MS = 600_000;
const MIB = 1024 * 1024;

/** The server would end the connection in the middle of such a file, and the browser could not tell why. */
export class FileTooLargeError extends Error {
  constructor(readonly mostMib: number) {
    super(`the file is larger than ${mostMib} MiB`);
  }
}

/** With XMLHttpRequest, because `fetch` does not tell in every browser, and over HTTP in none, how much was sent. */
export function fileSender(csrfToken: () => string, mostMib: () => number): SendFile {
  return (file, onProgress, signal) =>
    new Promise((resolve, reject) => {
      if (file.size > mostMib() * MIB) return reject(new FileTooLargeError(mostMib()));
      const request = new XMLHttpRequest();
      const fail = (reason: string) => () => reject(new NoAnswerError(reason));
      request.open('POST', `/json${uploadFile.path}`);
      request.setRequestHeader('X-CSRFToken', csrfToken());
      request.timeout = TIMEOUT_MS;
      request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size));
      request.onerror = fail('the connection broke');
      request.ontimeout = fail('the server did not answer in time');
      request.onabort = fail('cancelled');
      request.onload = () => {
        const body = parsed(request.responseText);
        if (request.status !== 200) return reject(ApiError.of(request.status, body, request.getResponseHeader('retry-after')));
        const { url, filename } = (body ?? {}) as Readonly<Record<string, unknown>>;
        if (typeof url !== 'string' || typeof filename !== 'string') return fail('the answer is not from the server')();
        resolve({ url, filename });
      };
      signal.addEventListener('abort', () => request.abort());
      const form = new FormData();
      form.append('file', file, file.name);
      request.send(form);
    });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
