import { expectSaga } from 'redux-saga-test-plan';
import { call, put, take, takeEvery } from 'typed-redux-saga';
import { rootReducer } from '#client/app/rootReducer';
import { checkSession } from '#client/features/session/sagas/check';
import { signedIn, signedOut } from '#client/features/session/slice';
import { reasonOf, request, unauthorized } from '#client/sagas/request';
import { guarded } from '#client/sagas/guarded';
import { whileSignedIn } from '#client/app/whileSignedIn';
import { RequestFailed } from '#client/services/errors';
import { ANA } from '../support/builders';
import { fakeServices } from '../support/fakeServices';

const { services: idleServices } = fakeServices();
const out = signedOut({ reason: 'requested' });

describe('work while signed in', () => {
  it('given a session ends, then its work is cancelled, and starts again with the next session', async () => {
    const log: string[] = [];
    function* work() {
      try {
        log.push('began');
        yield* take('never');
      } finally {
        log.push('ended');
      }
    }
    await expectSaga(whileSignedIn, work, idleServices)
      .withReducer(rootReducer)
      .dispatch(signedIn({ user: ANA }))
      .dispatch(out)
      .dispatch(signedIn({ user: ANA }))
      .silentRun(20);
    // The last end is that of the test itself.
    expect(log).toEqual(['began', 'ended', 'began', 'ended']);
  });

  it('given the person is signed in already, then the work begins at once', async () => {
    const began = jest.fn();
    const state = rootReducer(undefined, signedIn({ user: ANA }));
    await expectSaga(
      whileSignedIn,
      function* () {
        yield* call(began);
        yield* take('never');
      },
      idleServices,
    )
      .withReducer(rootReducer, state)
      .silentRun(20);
    expect(began).toHaveBeenCalledTimes(1);
  });

  it('given work that ends by itself, then it does not begin again in the same session', async () => {
    const began = jest.fn();
    await expectSaga(
      whileSignedIn,
      function* () {
        yield* call(began);
      },
      idleServices,
    )
      .withReducer(rootReducer, rootReducer(undefined, signedIn({ user: ANA })))
      .silentRun(20);
    expect(began).toHaveBeenCalledTimes(1);
  });
});

describe('a call', () => {
  const refusal = (status: number) => {
    const { services } = fakeServices({
      'GET /api/users/me': () => Promise.reject(new RequestFailed(status, { code: 'unauthorized' })),
      'POST /api/auth/login': () => Promise.reject(new RequestFailed(status, { code: 'unauthorized' })),
    });
    return services;
  };
  function* tryTo(work: () => Generator) {
    try {
      yield* work();
    } catch {
      yield* put({ type: 'thrown on' });
    }
  }

  it('given a 401 where a session is needed, then the session has expired and the failure is thrown on', () =>
    expectSaga(tryTo, () => request(refusal(401), 'me', {}))
      .put(unauthorized())
      .put({ type: 'thrown on' })
      .run());

  it('given a 401 at signing in, or another status, then the session has not expired', async () => {
    await expectSaga(tryTo, () => request(refusal(401), 'login', { body: { email: '', password: '' } }))
      .not.put(unauthorized())
      .run();
    await expectSaga(tryTo, () => request(refusal(404), 'me', {}))
      .not.put(unauthorized())
      .run();
  });

  it('given a failure, then the reason is the server’s, or else that of the call', () => {
    const otherwise = { code: 'registration_failed' } as const;
    const refused = new RequestFailed(400, { code: 'name_required' });
    expect(reasonOf(refused, otherwise.code)).toEqual({ code: 'name_required' });
    expect(reasonOf(new RequestFailed(null), otherwise.code)).toEqual(otherwise);
    expect(reasonOf(new TypeError('x is not a function'), otherwise.code)).toEqual(otherwise);
  });
});

it('given a worker that throws, then it is written down and its watcher lives on', () => {
  const { services, recorded } = fakeServices();
  const worker = guarded(function* () {
    yield* call(() => Promise.reject(new Error('boom')));
  });
  function* table() {
    yield* takeEvery('chat/opened', worker, services);
  }
  return expectSaga(table)
    .dispatch({ type: 'chat/opened' })
    .dispatch({ type: 'chat/opened' })
    .silentRun(20)
    .then(() => expect(recorded.failures).toEqual(['chat/opened failed:', 'chat/opened failed:']));
});

it('given a server that answers the third time, then the check waits and goes on', () => {
  const answers = [new RequestFailed(null), new RequestFailed(502, null)];
  const fake = fakeServices({
    'GET /api/users/me': () => {
      const failure = answers.shift();
      if (failure) throw failure;
      return ANA;
    },
  });
  fake.stored.set('token', 'kept');
  // The wait between two tries is a race of a pause and the network's return; the pause wins at once here.
  const waits = jest.fn(() => ({ pause: true }));
  return expectSaga(checkSession, fake.services)
    .withReducer(rootReducer)
    .provide({ race: waits })
    .put(signedIn({ user: ANA }))
    .run()
    .then(() => expect(waits).toHaveBeenCalledTimes(2));
});
