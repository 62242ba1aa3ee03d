// The balancer process: `node main.js '{"host","port","managementPort","targetsFile"}'`. Started by the suite, which changes the file when
// gateways are added or removed.
import { createServer } from 'node:http';
import { Balancer } from './balancer.js';
import { followTargets, readTargets } from './targets-file.js';

export interface BalancerArguments {
  readonly host: string;
  readonly port: number;
  /** Serves /health/ready on 127.0.0.1. */
  readonly managementPort: number;
  /** Contains a list of {@link BalancerTarget}. */
  readonly targetsFile: string;
}

const drainMs = 12_000;
const readEveryMs = 200;

const { host, port, managementPort, targetsFile }: BalancerArguments = JSON.parse(process.argv[2] ?? '{}');
const balancer = new Balancer(readTargets(targetsFile));
const following = followTargets(targetsFile, readEveryMs, (targets) => balancer.retarget(targets));
const management = createServer((_request, response) => {
  response.statusCode = balancer.hasReadyTarget ? 200 : 503;
  response.end();
});

process.once('SIGTERM', () => {
  clearInterval(following);
  management.close();
  void balancer.close(drainMs).then(() => process.exit(0));
});
await balancer.listen(port, host);
management.listen(managementPort, '127.0.0.1');
