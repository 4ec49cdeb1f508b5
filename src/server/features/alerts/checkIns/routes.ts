import { routes } from '#contract/routes';
import type { Api } from '#server/http/contractRoutes';
import type { RateLimits } from '#server/http/rateLimits';
import { streamedList } from '#server/http/streamed';
import type { CheckInRequestService } from './requests/service';
import type { CheckInService } from './service';

/** Routes of check-ins and of requests for them. */
export function checkInRoutes(
  api: Api,
  { checkIns, checkInRequests }: { checkIns: CheckInService; checkInRequests: CheckInRequestService },
  limits: RateLimits,
): void {
  api.forSignedIn(routes.listCheckIns, async ({ user }) => {
    await limits.consume('checkInRead', user.userId);
    return streamedList(checkIns.list(user.userId));
  });

  api.forSignedIn(routes.startCheckIn, async ({ user, body }) => {
    await limits.consume('checkIn', user.userId);
    return checkIns.start(user.userId, body);
  });

  api.forSignedIn(routes.extendCheckIn, async ({ user, params, body }) => {
    await limits.consume('checkInChange', user.userId);
    return checkIns.extend(user.userId, params.id, body.minutes);
  });

  api.forSignedIn(routes.endCheckIn, async ({ user, params, body }) => {
    await limits.consume('checkInChange', user.userId);
    return checkIns.end(user.userId, params.id, body.how);
  });

  api.forSignedIn(routes.seeCheckIn, async ({ user, params }) => {
    await limits.consume('checkInChange', user.userId);
    return checkIns.markSeen(user.userId, params.id);
  });

  api.forSignedIn(routes.listCheckInRequests, ({ user }) => checkInRequests.list(user.userId));

  api.forSignedIn(routes.requestCheckIn, async ({ user, body }) => {
    await limits.consume('checkInRequest', user.userId);
    return checkInRequests.ask(user.userId, body.userId, body.text);
  });

  api.forSignedIn(routes.answerCheckInRequest, async ({ user, params, body }) => {
    await limits.consume(body.checkin ? 'checkIn' : 'checkInChange', user.userId);
    return checkInRequests.answer(user.userId, params.id, body);
  });
}
