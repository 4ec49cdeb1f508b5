import { render, screen } from '@testing-library/react';
import { Notice } from '#client/ui/feedback.tsx';

import { Form, TextField } from '#client/ui/Form.tsx';

const scrolled = jest.fn();
const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));

/** Text of what scrolled. */
beforeAll(() => {
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement, options) {
    scrolled(this.textContent, options);
  };
});
beforeEach(() => scrolled.mockClear());
afterAll(() => Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView'));

it('given an error of a form, then it scrolls into view, because large text puts it outside', async () => {
  render(
    <form>
      <Notice kind="error">Invalid email or password</Notice>
    </form>,
  );
  await frame();
  expect(scrolled.mock.calls).toEqual([['Invalid email or password', { block: 'nearest' }]]);
});

it('given the focus in a field with an error, then that stays in view, not the notice below', async () => {
  render(
    <Form>
      <TextField label="Location Name" error="Location Name is required" />
      <Notice kind="error">Please fill out all required fields</Notice>
    </Form>,
  );
  screen.getByLabelText('Location Name').focus();
  await frame();
  expect(scrolled).toHaveBeenCalledWith('Location NameLocation Name is required', { block: 'nearest' });
  expect(scrolled.mock.calls.flat().join(' ')).not.toContain('Please fill');
});

it('given a field with an error and no notice in its form, then the field’s error scrolls into view', async () => {
  render(
    <Form>
      <TextField label="Password" error="This password is too common" />
    </Form>,
  );
  await frame();
  expect(scrolled.mock.calls).toEqual([['This password is too common', { block: 'nearest' }]]);
});

it('given an error outside a form, or a hint in one, then the page stays where it is', async () => {
  render(
    <>
      <Notice kind="error">Failed to load families</Notice>
      <form>
        <Notice>Please log in</Notice>
      </form>
    </>,
  );
  await frame();
  expect(scrolled).not.toHaveBeenCalled();
});
