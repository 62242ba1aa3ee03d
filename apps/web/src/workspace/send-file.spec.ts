import { expect, it } from '@jest/globals';
import { FileTooLargeError, fileSender } from './send-file.js';

it('a file that is too large is not sent', async () => {
  const send = fileSender(
    () => 'token',
    () => 1,
  );
  const sent = send(new File([new Uint8Array(1024 * 1024 + 1)], 'large'), () => undefined, new AbortController().signal);
  await expect(sent).rejects.toEqual(new FileTooLargeError(1));
});
