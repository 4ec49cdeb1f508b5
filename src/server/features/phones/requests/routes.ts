import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PHONE_APPS, type PhoneApp } from '#contract/phones';
import { pageOrigin } from '#server/http/pageOrigin';
import { PhoneGuard, type PhoneGuardDeps } from './guard';
import type { PhoneRequestService } from './service';
import type { PhoneService } from '../service';

const MEBIBYTE = 1_024 * 1_024;

interface Path {
  readonly methods: readonly string[];
  readonly bodyLimit: number;
  /** What the app counts as taken. @param answer of the service */
  readonly success: (request: FastifyRequest, answer: readonly object[]) => object | string;
}

const ok = (): string => 'ok';

/** One path for each app, because the same name means other units in another one. */
const PATHS: Readonly<Record<PhoneApp, Path>> = {
  // The app for iOS sends pictures.
  owntracks: { methods: ['POST'], bodyLimit: 4 * MEBIBYTE, success: (_request, answer) => answer },
  overland: {
    methods: ['POST', 'GET'],
    bodyLimit: MEBIBYTE,
    success: ({ method }) => (method === 'GET' ? { name: 'Kinmap' } : { result: 'ok' }),
  },
  osmand: { methods: ['GET', 'POST'], bodyLimit: MEBIBYTE, success: ok },
  gpslogger: { methods: ['GET', 'POST', 'PUT', 'PATCH'], bodyLimit: MEBIBYTE, success: ok },
  colota: { methods: ['GET', 'POST'], bodyLimit: MEBIBYTE, success: ok },
};

interface PhonePathDeps extends PhoneGuardDeps {
  readonly publicOrigins: readonly string[];
}

/** The paths to which the apps send, and from which GPSLogger fetches its settings. */
export function addPhonePaths(
  app: FastifyInstance,
  { phoneRequests, phones }: { phoneRequests: PhoneRequestService; phones: PhoneService },
  deps: PhonePathDeps,
): void {
  app.register(async (scope) => {
    const guard = new PhoneGuard(scope, deps);
    for (const name of PHONE_APPS) addPath(scope, name, { guard, service: phoneRequests });
    scope.get<{ Params: { ticket: string } }>(
      '/phone/profile/:ticket/kinmap.properties',
      { config: { isPhoneRoute: true } },
      async (request, reply) => {
        guard.requireSecure(request);
        const key = await guard.countUnknown(request, () => phones.keyOfProfile(request.params.ticket));
        const origin = pageOrigin(request.headers.host ?? '', deps.publicOrigins, request.protocol);
        return reply.type('text/x-java-properties').send(profileOf(origin, key));
      },
    );
  });
}

function addPath(
  scope: FastifyInstance,
  name: PhoneApp,
  { guard, service }: { guard: PhoneGuard; service: PhoneRequestService },
): void {
  const { methods, bodyLimit, success } = PATHS[name];
  scope.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
    url: `/phone/${name}`,
    bodyLimit,
    config: { isPhoneRoute: true },
    onRequest: (request, reply) => guard.enter(request, reply, { app: name, methods, service }),
    handler: async (request, reply) => {
      const { phone, received } = await guard.read(request, { app: name, service });
      const isCall = service.callsForHelp(received);
      const answer = await guard.inTurn({ phone, received, isCall }, () => service.receive(phone, received));
      return send(reply, success(request, answer));
    },
  });
}

const send = (reply: FastifyReply, body: object | string): FastifyReply =>
  typeof body === 'string' ? reply.type('text/plain; charset=utf-8').send(body) : reply.send(body);

/** The settings of GPSLogger, in the form of its own files. */
const profileOf = (origin: string, key: string): string =>
  [
    'log_customurl_enabled=true',
    'log_customurl_method=POST',
    `log_customurl_url=${origin}/phone/gpslogger`,
    `log_customurl_headers=Authorization: Bearer ${key}`,
    'log_customurl_body=lat=%LAT&lon=%LON&time=%TIME&acc=%ACC&alt=%ALT&spd=%SPD&dir=%DIR&batt=%BATT&ischarging=%ISCHARGING',
    'time_before_logging=60',
    'startonbootup=true',
    '',
  ].join('\n');
