import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createAppStore } from '#client/app/createStore';
import { questionAsked } from '#client/features/families/administration/slice';
import { familiesLoaded } from '#client/features/families/slice';
import { FamilyQuestions } from '#client/features/families/views/FamilyQuestions.tsx';
import { signedIn } from '#client/features/session/slice';
import { ANA, createFamily } from '../../support/builders';
import { fakeServices } from '../../support/fakeServices';

it('given a question about removing a member who is gone, then it closes', () => {
  const { services } = fakeServices();
  const store = createAppStore({ services, runSagas: false });
  store.dispatch(signedIn({ user: ANA }));
  store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana', 'ben'])] }));
  store.dispatch(questionAsked({ about: 'removal', familyId: 'f1', memberId: 'ben' }));
  render(
    <Provider store={store}>
      <FamilyQuestions />
    </Provider>,
  );
  expect(screen.getByRole('alertdialog').textContent).toContain('The family gets a new code.');
  act(() => void store.dispatch(familiesLoaded({ families: [createFamily('f1', ['ana'])] })));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
