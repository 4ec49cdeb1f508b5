import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Ends connections whose requests do not arrive completely in time. */
export interface SlowRequests {
  /** Lets a request take as long as it needs: what reads its body takes care of the time. */
  allow(request: IncomingMessage): void;
}

/**
 * Answers 408 to requests that have not arrived completely within a time, as Node's own `requestTimeout` does, which knows
 * no exceptions for uploads.
 * @param timeoutMs counted from the end of the headers
 */
export function endSlowRequests(server: Server, timeoutMs: number): SlowRequests {
  const allowed = new WeakSet<IncomingMessage>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const timer = setTimeout(() => {
      if (request.complete || allowed.has(request)) return;
      if (!response.headersSent)
        request.socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
      request.socket.destroySoon();
    }, timeoutMs).unref();
    response.once('close', () => clearTimeout(timer));
  });
  return { allow: (request) => void allowed.add(request) };
}
