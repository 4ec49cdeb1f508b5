import { call, put, race, take } from 'typed-redux-saga';
import type { RouteName } from '#contract/routes';
import { request, reasonOf } from '#client/sagas/request';
import { RequestFailed, type SecondFactorRequest } from '#client/services/errors';
import type { RouteInput, Services } from '#client/services/types';
import { authFormOpened } from '#client/store/pageActions';
import {
  codeSubmitted,
  passkeyChosen,
  secondFactorAsked,
  secondFactorFailed,
  secondFactorPassed,
  secondStepCancelled,
} from '../secondStep/slice';
import { signedOut } from '../slice';

/**
 * Asks for a second factor until it is right. The challenge stays in this saga, because it proves the password.
 * @returns the answer of a sign-in; null when the user gives up, also while a factor is being checked
 */
export function* passSecondFactor(
  services: Services,
  asked: SecondFactorRequest,
  about: 'signIn' | 'change',
) {
  const hasPasskey = asked.passkey !== undefined && services.passkeys.isSupported();
  yield* put(secondFactorAsked({ about, hasPasskey }));
  const { answer } = yield* race({
    answer: call(checkFactors, services, asked),
    givenUp: take([secondStepCancelled, signedOut, ...(about === 'signIn' ? [authFormOpened] : [])]),
  });
  return answer ?? null;
}

/** Has each factor that the user gives checked, until one is right. */
function* checkFactors(services: Services, { challenge, passkey }: SecondFactorRequest) {
  for (;;) {
    const action = yield* take([codeSubmitted, passkeyChosen]);
    try {
      const given = codeSubmitted.match(action)
        ? { code: action.payload.oneTimePassword }
        : { assertion: yield* call(services.passkeys.get, passkey) };
      const answer = yield* request(services, 'secondFactor', { body: { challenge, ...given } });
      yield* put(secondFactorPassed());
      return answer;
    } catch (error) {
      yield* put(secondFactorFailed({ error: reasonOf(error, 'second_factor_failed') }));
    }
  }
}

/** A call that the server may want confirmed by the second factor; then it is asked for, and the call repeated. */
export function* requestConfirmed<R extends RouteName>(services: Services, route: R, input: RouteInput<R>) {
  try {
    return yield* request(services, route, input);
  } catch (error) {
    const asked = error instanceof RequestFailed && error.status === 403 ? error.secondFactor : null;
    if (!asked || !(yield* passSecondFactor(services, asked, 'change'))) throw error;
    return yield* request(services, route, input);
  }
}
