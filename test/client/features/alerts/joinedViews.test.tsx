import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { selectUnreadCount } from '#client/features/alerts/selectors';
import { AlertLayer } from '#client/features/alerts/views/AlertLayer.tsx';
import { AlertsTab } from '#client/features/alerts/views/AlertsTab.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { createFamily, createJoined } from '../../support/builders';
import { flushPromises } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';
import { signedInStore } from '../../support/signedInStore';

beforeAll(loadErrorTexts);

/** What the address of the page is. */
function Address() {
  const { pathname, hash } = useLocation();
  return <output>{pathname + hash}</output>;
}

/** Ana has two families, sees the list of alerts with the toast, and Vera joins the second one. */
async function showJoining() {
  const { store, fake } = await signedInStore((before) => {
    before.answers['GET /api/families'] = () => [
      createFamily('f1', ['ana', 'ben']),
      createFamily('f2', ['ana', 'ben']),
    ];
  });
  renderInApp(
    <>
      <h1 tabIndex={-1}>Page</h1>
      <Address />
      <AlertsTab />
      <AlertLayer />
    </>,
    { store, services: fake.services },
  );
  const join = (change = {}) =>
    act(async () => {
      fake.receive('member:joined', createJoined(change));
      await flushPromises();
    });
  await join();
  return { store, join, user: userEvent.setup() };
}

const toast = () => screen.getByText('View').closest<HTMLElement>('.alert-toast') as HTMLElement;
const addressIs = (path: string) => expect(screen.getByText(path)).toBeTruthy();

it('given someone joins, then the list says who and where, and leads to the page of that family', async () => {
  const { store, user } = await showJoining();
  const item = within(screen.getByRole('listitem'));
  expect(item.getByText('New member')).toBeTruthy();
  expect(item.getByText('Vera joined The Marins')).toBeTruthy();
  await user.click(item.getByRole('link', { name: 'Family' }));
  addressIs('/family#family=f2');
  expect(selectUnreadCount(store.getState())).toBe(0);
});

it('given someone joins, then a toast says it, and leads to the page of that family', async () => {
  const { user } = await showJoining();
  expect(toast().textContent).toContain('New memberVera joined The Marins');
  await user.click(within(toast()).getByRole('link', { name: 'View' }));
  addressIs('/family#family=f2');
  expect(screen.queryByText('View')).toBeNull();
});

it('given two who join, then the toast counts them, and leads to the list', async () => {
  const { user, join } = await showJoining();
  await join({ alertId: 'a2', userId: 'tom', userName: 'Tom' });
  expect(toast().textContent).toContain('Tom joined The Marins, and 1 more');
  await user.click(within(toast()).getByRole('link', { name: 'View' }));
  addressIs('/alerts-settings');
});
