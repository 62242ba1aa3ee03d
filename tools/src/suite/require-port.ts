import { portRefusal } from '../supervise/free-port.js';
import { ClearError } from '../terminal/clear-error.js';

/** @throws ClearError with the reason why no server can listen there, and what to do */
export async function requirePort(port: number, host: string, refusalOf = portRefusal): Promise<void> {
  const code = await refusalOf(port, host);
  if (code === undefined) return;
  if (code === 'EADDRINUSE') {
    const other = port < 65_535 ? port + 1 : port - 1;
    throw new ClearError(
      `Port ${port} on ${host} is in use by another program: stop that, or choose another port with PORT=${other} npm start.`,
    );
  }
  if (code === 'EACCES') {
    throw new ClearError(
      `This user has no right to open port ${port} on ${host}. Ports below 1024 often need it: choose another, as in PORT=8080 npm start.`,
    );
  }
  throw new ClearError(`Port ${port} on ${host} cannot be opened (${code}): choose another port with PORT=9991 npm start.`);
}
