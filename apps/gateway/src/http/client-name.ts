const MAX_LENGTH = 60;

/** The name of the client: the `client` parameter, else its User-Agent up to the first slash (`zulip-python/0.9` is `zulip-python`). */
export function clientNameOf(parameter: unknown, userAgent: string | undefined): string {
  const given = typeof parameter === 'string' && parameter.trim() !== '' ? parameter : (userAgent ?? '').split('/', 1)[0];
  const name = (given ?? '').trim().slice(0, MAX_LENGTH);
  return name === '' ? 'Unspecified' : name;
}
