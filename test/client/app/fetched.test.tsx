import { act, render, screen } from '@testing-library/react';
import { FailureBoundary } from '../../../src/client/app/FailureBoundary';
import { fetched } from '../../../src/client/app/fetched';

const Chat = () => <p>The chat</p>;

it('given a screen that was fetched before, then it is there at once', async () => {
  const { load, Screen } = fetched(async () => Chat);
  await load();
  render(<Screen />);
  expect(screen.queryByText('The chat')).not.toBeNull();
});

it('given one that was not, then the page says that it is on its way until it is there', async () => {
  const { Screen } = fetched(async () => Chat);
  render(<Screen />);
  expect(screen.queryByText('Loading...')).not.toBeNull();
  expect(await screen.findByText('The chat')).not.toBeNull();
  expect(screen.queryByText('Loading...')).toBeNull();
});

it('given one that cannot be had, then whoever is around it hears, and the next try fetches it', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let isThere = false;
  const { Screen } = fetched(async () => {
    if (!isThere) throw new Error('no network');
    return Chat;
  });
  const { unmount } = render(
    <FailureBoundary instead={<p>Failed</p>}>
      <Screen />
    </FailureBoundary>,
  );
  expect(await screen.findByText('Failed')).not.toBeNull();
  unmount();
  isThere = true;
  await act(async () => render(<Screen />));
  expect(screen.queryByText('The chat')).not.toBeNull();
});
