import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded, panelMoved } from '#client/features/families/slice';
import { selectSelectedMemberId } from '#client/features/locations/selectors';
import { memberSelected, selectionCleared, sharingStartRequested } from '#client/features/locations/slice';
import { signedIn } from '#client/features/session/slice';
import { MemberList } from '#client/pages/map/MemberList.tsx';
import { MembersPanel } from '#client/pages/map/MembersPanel.tsx';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

// A busy machine takes longer for it than a test waits.
beforeAll(() => import('#client/pages/map/partsBundle'));

/** The panel of a family of two, after what loads later has come. */
async function show() {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }));
  const dispatched = jest.spyOn(store, 'dispatch');
  const drawn: string[] = [];
  const navigation = {
    Link: ({ to, children }: { to: string; children?: React.ReactNode }) => {
      drawn.push(to);
      return <a href={to}>{children}</a>;
    },
    Navigate: () => null,
  };
  render(
    <Provider store={store}>
      <AppContext value={{ ...services, settings: readSettings(document), navigation }}>
        <MembersPanel>
          <MemberList />
        </MembersPanel>
      </AppContext>
    </Provider>,
  );
  await screen.findByRole('link', { name: 'Open Family Chat' });
  return { store, dispatched, drawn, user: userEvent.setup() };
}
const ofBen = () => screen.findByRole('region', { name: 'ben' });
const sharingSwitch = () => screen.getByRole('button', { name: 'Start sharing my location' });

it('given a member is chosen, then the panel begins with their card, and ends it when it closes', async () => {
  const { store, user } = await show();
  expect(screen.queryByRole('region', { name: 'ben' })).toBeNull();
  act(() => void store.dispatch(memberSelected({ userId: 'ben' })));
  const card = await ofBen();
  expect(card.compareDocumentPosition(screen.getByRole('list', { name: 'Members' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await user.click(screen.getByRole('button', { name: 'Close the card of ben' }));
  expect(screen.queryByRole('region', { name: 'ben' })).toBeNull();
  expect(selectSelectedMemberId(store.getState())).toBeNull();
});

it('given a member is chosen, and the sheet moves, then no row of the list is drawn again', async () => {
  const { store, drawn } = await show();
  drawn.length = 0;
  act(() => void store.dispatch(memberSelected({ userId: 'ben' })));
  await ofBen();
  act(() => void store.dispatch(panelMoved({ height: 'full' })));
  // The card has one of its own.
  expect(drawn.filter((to) => to.startsWith('/profile/'))).toEqual(['/profile/ben']);
});

it('given a member is chosen, then the switch of sharing stays, once, below the card', async () => {
  const { store, dispatched, user } = await show();
  act(() => void store.dispatch(memberSelected({ userId: 'ben' })));
  const card = await ofBen();
  expect(card.compareDocumentPosition(sharingSwitch())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(sharingSwitch());
  expect(dispatched).toHaveBeenCalledWith(sharingStartRequested());
  act(() => void store.dispatch(selectionCleared()));
  // Throws where there is none, or more than one.
  sharingSwitch();
});

it('given a chosen member leaves the family, then their card is gone and no other member is chosen', async () => {
  const { store } = await show();
  act(() => void store.dispatch(memberSelected({ userId: 'ben' })));
  await ofBen();
  act(() => void store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana'])] })));
  expect(screen.queryByRole('region')).toBeNull();
});
