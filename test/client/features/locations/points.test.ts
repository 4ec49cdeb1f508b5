import { expectSaga } from 'redux-saga-test-plan';
import { rootReducer } from '#client/app/rootReducer';
import { pointsSaga } from '#client/features/locations/points/saga';
import {
  coordinatesCopied,
  coordinatesCopyFailed,
  coordinatesCopyRequested,
} from '#client/features/locations/points/slice';
import { selectCamera } from '#client/features/locations/selectors';
import { locationsLoaded, memberSelected } from '#client/features/locations/slice';
import { fakeServices } from '../../support/fakeServices';

const POINT = { latitude: 45.2753, longitude: 13.7119 };

describe('copying the coordinates of a point', () => {
  it('given a clipboard, then it has them and the page says so', async () => {
    const { services } = fakeServices();
    const write = jest.spyOn(services.clipboard, 'write').mockResolvedValue();
    await expectSaga(pointsSaga, services)
      .put(coordinatesCopied())
      .dispatch(coordinatesCopyRequested(POINT))
      .silentRun(50);
    expect(write.mock.calls).toEqual([['45.27530, 13.71190']]);
  });

  it('given a browser that does not allow it, then the page says that', async () => {
    const { services } = fakeServices();
    jest.spyOn(services.clipboard, 'write').mockRejectedValue(new Error('no'));
    await expectSaga(pointsSaga, services)
      .put(coordinatesCopyFailed())
      .dispatch(coordinatesCopyRequested(POINT))
      .silentRun(50);
  });
});

describe('a member who is selected', () => {
  const select = async (accuracy: number) => {
    const { services } = fakeServices();
    const at = { ...POINT, userId: 'ben', accuracy, timestamp: '2026-01-05T10:00:00.000Z' };
    const state = rootReducer(undefined, locationsLoaded({ locations: [at] }));
    const { storeState } = await expectSaga(pointsSaga, services)
      .withReducer(rootReducer, state)
      .dispatch(memberSelected({ userId: 'ben' }))
      .silentRun(50);
    return selectCamera(storeState as typeof state);
  };

  it('given a vague position, then the map shows its whole circle', async () => {
    expect(await select(3_000)).toMatchObject({ ...POINT, zoom: 10 });
  });

  it('given an exact position, then the map has its usual zoom', async () => {
    expect((await select(10))?.zoom).toBeUndefined();
  });
});
