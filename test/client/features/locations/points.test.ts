import { expectSaga } from 'redux-saga-test-plan';
import { pointsSaga } from '#client/features/locations/points/saga';
import {
  coordinatesCopied,
  coordinatesCopyFailed,
  coordinatesCopyRequested,
} from '#client/features/locations/points/slice';
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
