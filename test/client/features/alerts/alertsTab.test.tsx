import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { Link, MemoryRouter, Navigate } from 'react-router-dom';
import { selectUnreadCount } from '#client/features/alerts/selectors';
import { AlertsTab } from '#client/features/alerts/views/AlertsTab.tsx';
import { loadErrorTexts } from '#client/i18n/errorTexts';
import { readSettings } from '#client/services/settings';
import { AppContext } from '#client/store/hooks';
import { createCrossing } from '../../support/builders';
import { flushPromises } from '../../support/fakeServices';
import { signedInStore } from '../../support/signedInStore';

beforeAll(loadErrorTexts);

it('given unread alerts, when "Mark all as read" is pressed, then all are read and the button goes', async () => {
  const { store, fake } = await signedInStore();
  for (const geofenceId of ['g1', 'g2'])
    fake.receive('geofence:entered', createCrossing({ alertId: `at ${geofenceId}`, geofenceId }));
  await flushPromises();
  expect(selectUnreadCount(store.getState())).toBe(2);
  render(
    <Provider store={store}>
      <AppContext
        value={{ ...fake.services, settings: readSettings(document), navigation: { Link, Navigate } }}
      >
        <MemoryRouter>
          <h1 tabIndex={-1}>Page</h1>
          <AlertsTab />
        </MemoryRouter>
      </AppContext>
    </Provider>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(selectUnreadCount(store.getState())).toBe(0);
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Page' }));
});
