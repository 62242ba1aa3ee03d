// The least that holding and answering polls can cost: a bare Node HTTP server. GET /poll is held; POST /publish answers all held polls.
import { createServer, type ServerResponse } from 'node:http';

let held: ServerResponse[] = [];
let eventId = 0;

const server = createServer((request, response) => {
  if (request.url?.startsWith('/publish')) {
    eventId += 1;
    const waiting = held;
    held = [];
    response.end('{"result":"success"}');
    const content = 'x'.repeat(300);
    for (const one of waiting)
      one.end(JSON.stringify({ result: 'success', msg: '', events: [{ id: eventId, type: 'message', message: { content } }] }));
    return;
  }
  if (request.url?.startsWith('/held')) {
    response.end(JSON.stringify({ held: held.length }));
    return;
  }
  held.push(response);
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', 16_384, () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  process.send?.({ url: `http://127.0.0.1:${address.port}` });
});
