import { act, render } from '@testing-library/react';
import { ComingMap } from '../../../src/client/map/ComingMap';

const mockFetched = jest.fn();
jest.mock('../../../src/client/map/engine', () => {
  mockFetched();
  return { engine: {} };
});

test('given a map that waits for what it shows, then its library is fetched meanwhile', async () => {
  render(<ComingMap />);
  await act(async () => undefined);
  expect(mockFetched).toHaveBeenCalledTimes(1);
});
