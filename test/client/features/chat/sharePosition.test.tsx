import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createAppStore } from '#client/app/createStore';
import { familiesLoaded, familySelected } from '#client/features/families/slice';
import { signedIn } from '#client/features/session/slice';
import { ChatPage } from '#client/pages/chat/ChatPage.tsx';
import { chatOpened } from '#client/store/pageActions';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';
import { renderInApp } from '../../support/renderInApp';

/** The chat of Ana's first family, after a tap on the pin. */
async function tapPin() {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  const families = [createFamily('f1', ['ana', 'ben']), createFamily('f2', ['ana', 'cleo'])];
  store.dispatch(familiesLoaded({ families: families.map((one) => ({ ...one, name: `Family ${one.id}` })) }));
  store.dispatch(chatOpened());
  renderInApp(<ChatPage />, { store, services });
  const user = userEvent.setup();
  await user.click(pin());
  return { store, user, status: () => store.getState().chat.position.status };
}

const pin = () => screen.getByRole('button', { name: 'Share my position' });
const question = () => screen.queryByRole('alertdialog', { name: 'Send your position to Family f1?' });

test('given a tap on the pin, then nothing is sent before the question for this family is confirmed', async () => {
  const { status, user } = await tapPin();
  expect([question() !== null, status()]).toEqual([true, 'idle']);
  await user.click(screen.getByRole('button', { name: 'Send position' }));
  expect([question(), status()]).toEqual([null, 'locating']);
});

test.each([
  ['Cancel is pressed', (user: ReturnType<typeof userEvent.setup>) => user.click(cancel())],
  ['Escape is pressed', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
])('given the question, when %s, then nothing is sent and the pin has the focus again', async (_, press) => {
  const { status, user } = await tapPin();
  cancel().focus();
  await press(user);
  expect([question(), status()]).toEqual([null, 'idle']);
  expect(document.activeElement).toBe(pin());
});

test('given the question, when another family is selected, then it is not asked about that one', async () => {
  const { store } = await tapPin();
  act(() => void store.dispatch(familySelected({ familyId: 'f2' })));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

function cancel() {
  return screen.getByRole('button', { name: 'Cancel' });
}
