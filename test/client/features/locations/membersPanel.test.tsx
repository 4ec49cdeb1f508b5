import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createAppStore } from '#client/app/createStore';
import { callsChanged } from '#client/features/alerts/calls/slice';
import { familiesLoaded, familySelected, panelMoved } from '#client/features/families/slice';
import { selectPanel } from '#client/features/families/selectors';
import { selectSelectedMemberId } from '#client/features/locations/selectors';
import {
  locationsLoaded,
  memberSelected,
  selectionCleared,
  sharingStartRequested,
} from '#client/features/locations/slice';
import { presencesLoaded } from '#client/features/locations/whereabouts/slice';
import { signedIn } from '#client/features/session/slice';
import { MemberList } from '#client/pages/map/MemberList.tsx';
import { MembersPanel } from '#client/pages/map/MembersPanel.tsx';
import { ANA, createCall, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

// A busy machine takes longer for it than a test waits.
beforeAll(() => import('#client/pages/map/partsBundle'));

/** The panel of a family, after what loads later has come. */
async function show(memberIds = ['ana', 'ben']) {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [createFamily('f1', memberIds)] }));
  const dispatched = jest.spyOn(store, 'dispatch');
  const drawn: string[] = [];
  const navigation = {
    Link: ({ to, children }: { to: string; children?: React.ReactNode }) => {
      drawn.push(to);
      return <a href={to}>{children}</a>;
    },
    Navigate: () => null,
  };
  const showPanel = () =>
    renderInApp(
      <MembersPanel>
        <MemberList />
      </MembersPanel>,
      { store, services, navigation },
    );
  const { unmount } = showPanel();
  await screen.findByRole('link', { name: 'Open Family Chat' });
  /** Leaves the page and comes back. */
  const comeBack = () => {
    unmount();
    showPanel();
  };
  return { store, dispatched, drawn, comeBack, user: userEvent.setup() };
}
const members = () =>
  within(screen.getByRole('list', { name: 'Members' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent?.split(',')[0]?.trim());
/** What scrolls in a sheet. */
const body = () => screen.getByRole('list', { name: 'Members' }).closest('.sheet-body') ?? document.body;
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

it('given an own SOS, then the card of sharing says that the family sees the user until it ends', async () => {
  const { store } = await show();
  const call = createCall({ id: 'mine', userId: 'ana' });
  act(() => void store.dispatch(callsChanged({ calls: [call] })));
  expect(screen.getByText('Your family sees your live position until you end this SOS.')).toBeTruthy();
  act(() => void store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana'])] })));
  expect(screen.getByText('No one sees where you are')).toBeTruthy();
  act(() => void store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] })));
  act(() => void store.dispatch(callsChanged({ calls: [{ ...call, endedAt: call.startedAt }] })));
  expect(screen.getByText('No one sees where you are')).toBeTruthy();
});

it('given a chosen member leaves the family, then their card is gone and no other member is chosen', async () => {
  const { store } = await show();
  act(() => void store.dispatch(memberSelected({ userId: 'ben' })));
  await ofBen();
  act(() => void store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana'])] })));
  expect(screen.queryByRole('region')).toBeNull();
});

it('given a scrolled list, when its page is left and opened again, then place and height are kept', async () => {
  const { store, comeBack } = await show();
  act(() => void store.dispatch(panelMoved({ height: 'full' })));
  body().scrollTop = 240;
  comeBack();
  expect(body().scrollTop).toBe(240);
  expect(selectPanel(store.getState()).height).toBe('full');
});

it('given a scrolled card, when the page is left and opened again, then the card begins with the name', async () => {
  const { store, comeBack } = await show();
  act(() => void store.dispatch(memberSelected({ userId: 'ben' })));
  await ofBen();
  body().scrollTop = 240;
  comeBack();
  expect(body().scrollTop).toBe(0);
});

const search = () => screen.findByRole('searchbox', { name: 'Find a member' });
const NAMES = ['Ana', 'André', 'Ben', 'Bo', 'Cleo', 'Dora', 'Eva', 'Fran', 'Gal', 'Hana'];

it('given ten members, when a name is typed, then those with it are listed, whatever the accents', async () => {
  const { user } = await show(NAMES);
  await user.type(await search(), 'ANDRE');
  expect(members()).toEqual(['André']);
  expect(screen.getByText('1 member')).toBeTruthy();
  await user.type(await search(), 'x');
  expect(members()).toEqual([]);
  expect(screen.getByText('No member found. Type a name or a place.')).toBeTruthy();
});

it('given ten members, when a place is typed, then those who are there are listed', async () => {
  const { store, user } = await show(NAMES);
  const here = { since: null, speed: null, battery: null, charging: null, lastHeardAt: null };
  const at = (userId: string, name: string) => ({ ...here, userId, place: { id: name, name } });
  act(() => void store.dispatch(presencesLoaded([at('Ben', 'Café'), at('Eva', 'Home'), at('Gal', 'Home')])));
  await user.type(await search(), 'home');
  expect(members()).toEqual(['Eva', 'Gal']);
  await user.clear(await search());
  await user.type(await search(), 'cafe');
  expect(members()).toEqual(['Ben']);
});

it('given a text in the search, when Escape is pressed, then all are listed and the sheet stays', async () => {
  const { store, user } = await show(NAMES);
  await user.type(await search(), 'b');
  expect(members()).toEqual(['Ben', 'Bo']);
  await user.keyboard('{Escape}');
  expect(members()).toEqual(NAMES);
  expect(selectPanel(store.getState()).height).toBe('full');
});

it('given a text in the search, when its page is left and opened again, then the text is kept', async () => {
  const { user, comeBack } = await show(NAMES);
  await user.type(await search(), 'b');
  comeBack();
  expect(await search()).toHaveProperty('value', 'b');
  expect(members()).toEqual(['Ben', 'Bo']);
});

it('given a text in the search, when another family is selected, then all its members are listed', async () => {
  const { store, user } = await show(NAMES);
  const families = [createFamily('f1', NAMES), createFamily('f2', NAMES)];
  act(() => void store.dispatch(familiesLoaded({ families })));
  await user.type(await search(), 'b');
  act(() => void store.dispatch(familySelected({ familyId: 'f2' })));
  expect(await search()).toHaveProperty('value', '');
  expect(members()).toEqual(NAMES);
});

it('given a text in the search, when its family ends, then all members of the next one are listed', async () => {
  const { store, user } = await show(NAMES);
  const [ending, next] = [createFamily('f1', NAMES), createFamily('f2', NAMES)];
  act(() => void store.dispatch(familiesLoaded({ families: [ending, next] })));
  await user.type(await search(), 'b');
  act(() => void store.dispatch(familiesLoaded({ families: [next] })));
  expect(await search()).toHaveProperty('value', '');
  expect(members()).toEqual(NAMES);
});

it('given a search, when Enter is pressed, then the only member that is found is selected', async () => {
  const { store, user } = await show(NAMES);
  await user.type(await search(), 'b{Enter}');
  expect(selectSelectedMemberId(store.getState())).toBeNull();
  await user.type(await search(), 'e{Enter}');
  expect(selectSelectedMemberId(store.getState())).toBe('Ben');
});

it('given one who has just joined, then the list begins with why the others are not on the map', async () => {
  const { store } = await show();
  const hint = 'You see the others from their next position on.';
  expect(screen.queryByText(hint)).toBeNull();
  const family = createFamily('f1', ['ana', 'ben']);
  const asSeen = family.members.map((member) => ({ ...member, joinedEarlier: member.id === 'ben' }));
  act(() => void store.dispatch(familiesLoaded({ families: [{ ...family, members: asSeen }] })));
  const list = screen.getByRole('list', { name: 'Members' });
  expect(screen.getByText(hint).compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('given members with and without a position, then those with one come first, and the user last', async () => {
  const { store } = await show(['ana', 'ben', 'cleo', 'dora']);
  expect(members()).toEqual(['ben', 'cleo', 'dora', 'ana (you)']);
  const at = { latitude: 45.3, longitude: 13.7, accuracy: 10, timestamp: new Date().toISOString() };
  act(() => void store.dispatch(locationsLoaded({ locations: [{ ...at, userId: 'dora' }] })));
  expect(members()).toEqual(['dora', 'ben', 'cleo', 'ana (you)']);
});

it('given nine members, then there is no search', async () => {
  await show(NAMES.slice(1));
  expect(screen.queryByRole('searchbox')).toBeNull();
});
