export interface UploadProgress {
  /** Bytes that were handed to the network. */
  readonly loaded: number;
  /** Bytes of the file. */
  readonly total: number;
}

/** Part of a request with a body that is counted while it is sent, or the form itself where requests cannot be streamed. */
export function countedBody(form: FormData, total: number, onProgress: (progress: UploadProgress) => void): RequestInit {
  const { body, headers } = new Response(form);
  if (body === null || !streamsRequests()) return { body: form };
  let loaded = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        // The parts of the form around the file count too.
        loaded = Math.min(loaded + chunk.byteLength, total);
        onProgress({ loaded, total });
      },
    }),
  );
  const init: RequestInit & { readonly duplex: 'half' } = {
    body: counted,
    headers: { 'content-type': headers.get('content-type') ?? '' },
    duplex: 'half',
  };
  return init;
}

/** A platform that streams a body asks how, and does not make a text of it. In browsers it also needs HTTP/2, so only with TLS. */
function streamsRequests(): boolean {
  const { location } = globalThis as { readonly location?: { readonly protocol: string } };
  if (location?.protocol === 'http:') return false;
  let isAsked = false;
  const init = {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      isAsked = true;
      return 'half';
    },
  };
  return !new Request('https://example.invalid', init as RequestInit).headers.has('content-type') && isAsked;
}
