// The balancer as a process: `node main.js '{"host","port","innerPort","targets":[{"host","port","readyUrl"}]}'`. Started by the suite.
import { createServer } from 'node:http';
import { Balancer, type BalancerTarget } from './balancer.js';

export interface BalancerArguments {
  readonly host: string;
  readonly port: number;
  /** Answers /health/ready on 127.0.0.1. */
  readonly innerPort: number;
  readonly targets: readonly BalancerTarget[];
}

const drainMs = 12_000;

const { host, port, innerPort, targets }: BalancerArguments = JSON.parse(process.argv[2] ?? '{}');
const balancer = new Balancer(targets);
const inner = createServer((_request, response) => {
  response.statusCode = balancer.hasReadyTarget ? 200 : 503;
  response.end();
});

process.once('SIGTERM', () => {
  inner.close();
  void balancer.close(drainMs).then(() => process.exit(0));
});
await balancer.listen(port, host);
inner.listen(innerPort, '127.0.0.1');
