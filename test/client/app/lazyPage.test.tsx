import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ErrorBoundary } from '#client/app/ErrorBoundary.tsx';
import { lazyPage } from '#client/app/lazyPage.tsx';

const Chat = () => <h1 tabIndex={-1}>The chat</h1>;

/** @param key of the entry in the browser's history; that of the first page is 'default' */
const onPage = (page: ReactNode, key = 'default') => (
  <MemoryRouter initialEntries={[{ pathname: '/chat', key }]}>{page}</MemoryRouter>
);

it('given a screen that was fetched before, then it is there at once', async () => {
  const { load, Screen } = lazyPage(async () => Chat);
  await load();
  render(onPage(<Screen />));
  expect(screen.queryByText('The chat')).not.toBeNull();
});

it('given one that was not, then the page says that it is on its way until it is there', async () => {
  const { Screen } = lazyPage(async () => Chat);
  render(onPage(<Screen />));
  expect(screen.queryByText('Loading...')).not.toBeNull();
  expect(await screen.findByText('The chat')).not.toBeNull();
  expect(screen.queryByText('Loading...')).toBeNull();
});

it.each([
  ['it took another page’s place', 'second', 'The chat'],
  ['it is the first page', 'default', ''],
])('given one that came late, when %s, then the focus is where it would be', async (_what, key, focused) => {
  const { Screen } = lazyPage(async () => Chat);
  render(onPage(<Screen />, key));
  await screen.findByText('The chat');
  expect(document.activeElement?.closest('h1')?.textContent ?? '').toBe(focused);
});

it('given one that fails to load, then the error boundary shows it, and the next try fetches it', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let isThere = false;
  const { Screen } = lazyPage(async () => {
    if (!isThere) throw new Error('no network');
    return Chat;
  });
  const { unmount } = render(
    onPage(
      <ErrorBoundary instead={<p>Failed</p>}>
        <Screen />
      </ErrorBoundary>,
    ),
  );
  expect(await screen.findByText('Failed')).not.toBeNull();
  unmount();
  isThere = true;
  await act(async () => render(onPage(<Screen />)));
  expect(screen.queryByText('The chat')).not.toBeNull();
});
