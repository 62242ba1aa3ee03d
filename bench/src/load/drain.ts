import { request } from 'node:http';
import type { Fields } from './http-client.js';

const HEAD_BYTES = 64 * 1024;

export interface Drained {
  readonly bytes: number;
  /** The first 64 KiB. */
  readonly head: string;
}

/** Reads an answer of 200 without keeping it: joining tens of megabytes would take the processor from what is measured. */
export function drain(method: string, url: string, headers: Fields): Promise<Drained> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (incoming) => {
      let bytes = 0;
      const head: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => {
        if (bytes < HEAD_BYTES) head.push(chunk);
        bytes += chunk.length;
      });
      incoming.on('end', () => {
        const text = Buffer.concat(head).subarray(0, HEAD_BYTES).toString('latin1');
        if (incoming.statusCode === 200) resolve({ bytes, head: text });
        else reject(new Error(`${method} ${new URL(url).pathname}: ${incoming.statusCode} ${text.slice(0, 300)}`));
      });
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
