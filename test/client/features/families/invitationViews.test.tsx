import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import type { Block, Invitation } from '#contract/invitations';
import { createAppStore } from '#client/app/createStore';
import { blocksLoaded, taskDone } from '#client/features/families/administration/slice';
import { familiesLoaded } from '#client/features/families/slice';
import { invitationAnswered, invitationsLoaded } from '#client/features/families/invitations/slice';
import { BlockedSection } from '#client/features/families/views/BlockedSection.tsx';
import { Invitations } from '#client/features/families/views/Invitations.tsx';
import { signedIn } from '#client/features/session/slice';
import { MapNotices } from '#client/pages/map/MapNotices.tsx';
import { PageTitle } from '#client/ui/Page.tsx';
import { ANA } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

const BLOCKS: Block[] = ['Ben', 'Cleo', 'Dan'].map((name) => ({
  id: name,
  familyId: null,
  userId: name,
  name,
  createdAt: '2026-01-01T08:00:00.000Z',
}));

const INVITATIONS: Invitation[] = ['Oak', 'Pine'].map((familyName) => ({
  id: familyName,
  familyId: familyName,
  familyName,
  invitedBy: 'Ben',
  isAdmin: false,
  createdAt: '2026-01-01T08:00:00.000Z',
}));

interface ShowOptions {
  blocks?: Block[];
  waiting?: Invitation[];
  limit?: number;
}

/** The parts of a page, with a store whose server is played by the test. */
function show({ blocks = [], waiting = [], limit = 20 }: ShowOptions) {
  const store = createAppStore({ services: fakeServices().services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(blocksLoaded({ blocks }));
  store.dispatch(invitationsLoaded({ invitations: waiting }));
  render(
    <Provider store={store}>
      <PageTitle>Family</PageTitle>
      <Invitations limit={limit} />
      <BlockedSection />
    </Provider>,
  );
  return { store, user: userEvent.setup() };
}

it.each([
  ['Ben', 'Unblock Cleo'],
  ['Dan', 'Unblock Cleo'],
])('given blocked people, when %s is unblocked, then %s has the focus', async (name, next) => {
  const { store, user } = show({ blocks: BLOCKS });
  await user.click(screen.getByRole('button', { name: `Unblock ${name}` }));
  await act(async () => {
    store.dispatch(blocksLoaded({ blocks: BLOCKS.filter(({ id }) => id !== name) }));
    store.dispatch(taskDone({ task: 'block', result: null }));
  });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: next }));
});

it('given one blocked person, when they are unblocked, then the title of the page has the focus', async () => {
  const { store, user } = show({ blocks: BLOCKS.slice(0, 1) });
  await user.click(screen.getByRole('button', { name: 'Unblock Ben' }));
  await act(async () => void store.dispatch(blocksLoaded({ blocks: [] })));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Family' }));
});

it('given the focus is elsewhere, when a blocked person goes, then the focus stays', async () => {
  const { store, user } = show({ blocks: BLOCKS });
  await user.click(screen.getByRole('button', { name: 'Unblock Ben' }));
  screen.getByRole('heading', { name: 'Family' }).focus();
  await act(async () => void store.dispatch(blocksLoaded({ blocks: BLOCKS.slice(1) })));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Family' }));
});

it.each([
  ['are both shown', 20],
  ['are shown one by one', 1],
])('given two invitations that %s, when each is answered, then the focus stays near', async (_, limit) => {
  const { store, user } = show({ waiting: INVITATIONS, limit });
  const [first] = screen.getAllByRole('button', { name: 'Decline' });
  if (first) await user.click(first);
  await act(async () => void store.dispatch(invitationAnswered({ id: 'Oak' })));
  // Not a button: a second press would answer this one too.
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Pine' }));
  await user.tab();
  await user.keyboard('{Enter}');
  await act(async () => void store.dispatch(invitationAnswered({ id: 'Pine' })));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Family' }));
});

it('given no family, then the map offers to create one, unless an invitation waits', () => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(familiesLoaded({ families: [] }));
  renderInApp(<MapNotices />, { store, services });
  const offer = () => screen.queryByRole('link', { name: 'create a family or join one' });
  expect(offer()).toBeTruthy();
  act(() => void store.dispatch(invitationsLoaded({ invitations: INVITATIONS })));
  expect(offer()).toBeNull();
  expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy();
});
