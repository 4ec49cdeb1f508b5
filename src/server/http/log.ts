import type { FastifyInstance, FastifyLoggerOptions, FastifyRequest } from 'fastify';
import type { LoggerOptions } from 'pino';
import type { LogLevel } from '#server/config';

/**
 * JSON lines without positions, messages, tokens, emails or passwords: bodies are never logged, and of a request only the
 * method.
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

/** Logs one line per answer, with the route's pattern instead of the address and the code of an error. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const line = {
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      code: reply.errorCode,
    };
    request.log.info(line, 'answered');
    done();
  });
}
