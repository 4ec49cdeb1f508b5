import type { FastifyInstance, FastifyLoggerOptions, FastifyRequest } from 'fastify';
import type { LoggerOptions } from 'pino';
import type { LogLevel } from '#server/config';

/**
 * JSON lines that hold no position, message, token, email or password: what people send is never logged, and what Fastify
 * might add of a request is cut down to its method.
 */
export function loggerOptions(
  level: LogLevel,
  to: { write(line: string): void },
): FastifyLoggerOptions & LoggerOptions {
  return {
    level,
    stream: to,
    redact: ['req.headers', 'authorization', '*.authorization', 'token', '*.token', 'password', '*.password'],
    serializers: { req: ({ method }: FastifyRequest) => ({ method }) },
  };
}

/** One line for each answer, with the route's pattern instead of the address. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const line = {
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.info(line, 'answered');
    done();
  });
}
