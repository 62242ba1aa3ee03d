import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { freePort } from '../supervise/free-port.js';
import { requirePort } from './require-port.js';

describe('the port that clients connect to', () => {
  it('is accepted if a server can listen on it', async () => {
    await expect(requirePort(await freePort(), '127.0.0.1')).resolves.toBeUndefined();
  });

  it('is refused if another program uses it, with a port to try', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(requirePort(port, '127.0.0.1')).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use by another program`);
    other.close();
  });

  it('is refused if the user has no permission, and does not blame another program', async () => {
    const refused = requirePort(80, '127.0.0.1', async () => 'EACCES');
    await expect(refused).rejects.toThrow('This user has no right to open port 80 on 127.0.0.1.');
  });

  it('is refused with the code of any other error', async () => {
    // An address for documentation (RFC 5737), which no machine has.
    await expect(requirePort(8080, '192.0.2.1')).rejects.toThrow('Port 8080 on 192.0.2.1 cannot be opened (EADDRNOTAVAIL)');
  });
});
