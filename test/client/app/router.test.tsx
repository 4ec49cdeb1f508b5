import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as fc from 'fast-check';
import {
  BrowserRouter,
  Link,
  Navigate,
  paramsOf,
  Route,
  Router,
  Routes,
  useLocation,
  useParams,
} from '../../../src/client/app/router';

function Here({ name }: { name: string }) {
  const { pathname, search, state } = useLocation();
  return (
    <p>
      {name} {pathname}
      {search} {JSON.stringify(useParams())} {JSON.stringify(state)}
    </p>
  );
}

const pages = (
  <>
    <nav>
      <Link to="/profile/b%20c?x=1">Profile</Link>
      <Link to="/">Map</Link>
    </nav>
    <Routes>
      <Route path="/" element={<Here name="map" />} />
      <Route path="/profile/:userId" element={<Here name="profile" />} />
      <Route path="/moved" element={<Navigate to="/" replace state={{ message: 'moved' }} />} />
      <Route path="*" element={<Here name="nowhere" />} />
    </Routes>
  </>
);

function open(path: string) {
  history.replaceState(null, '', path);
  render(<BrowserRouter>{pages}</BrowserRouter>);
}

const shown = () => document.querySelector('p')?.textContent;

it.each([
  ['/', 'map / {} null'],
  ['/profile/ana', 'profile /profile/ana {"userId":"ana"} null'],
  ['/PROFILE/ana/', 'profile /PROFILE/ana/ {"userId":"ana"} null'],
  ['/profile/%E0%A4%A', 'profile /profile/%E0%A4%A {"userId":"%E0%A4%A"} null'],
  ['/profile', 'nowhere /profile {} null'],
  ['/profile/a/b', 'nowhere /profile/a/b {} null'],
  ['/moved', 'map / {} {"message":"moved"}'],
])('given the address %s, then its page is shown', (path, text) => {
  open(path);
  expect(shown()).toBe(text);
});

it('given a link, then its page is shown without a load, and back leads back', async () => {
  open('/');
  await userEvent.click(screen.getByText('Profile'));
  expect([shown(), location.pathname]).toEqual([
    'profile /profile/b%20c?x=1 {"userId":"b c"} null',
    '/profile/b%20c',
  ]);
  await act(async () => {
    history.back();
    await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  });
  expect(shown()).toBe('map / {} null');
});

it('given a link to where one is, then no step back is added', async () => {
  open('/');
  const { length } = history;
  await userEvent.click(screen.getByText('Map'));
  expect(history.length).toBe(length);
});

it('given a press for a new tab, then the browser does it', async () => {
  open('/');
  const user = userEvent.setup();
  // jsdom opens no tabs and says so where it is asked to.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  await user.keyboard('{Control>}');
  await user.click(screen.getByText('Profile'));
  expect(shown()).toBe('map / {} null');
});

it('given a location from outside, then its page is shown', () => {
  const navigator = { push: jest.fn(), replace: jest.fn() };
  render(
    <Router location="/profile/ana?x" navigator={navigator}>
      {pages}
    </Router>,
  );
  expect(shown()).toBe('profile /profile/ana?x {"userId":"ana"} null');
});

it('given any names, then what a route takes out of an address is what was put in', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (userId) => {
      expect(paramsOf('/profile/:userId', `/profile/${encodeURIComponent(userId)}`)).toEqual({ userId });
    }),
  );
});
