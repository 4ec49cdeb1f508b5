import { render } from '@testing-library/react';
import { Notice } from '#client/ui/feedback.tsx';

const scrolled = jest.fn();
const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));

beforeAll(() => void (HTMLElement.prototype.scrollIntoView = scrolled));
beforeEach(() => scrolled.mockClear());
afterAll(() => Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView'));

it('given an error of a form, then it scrolls into view, because large text puts it outside', async () => {
  render(
    <form>
      <Notice kind="error">Invalid email or password</Notice>
    </form>,
  );
  await frame();
  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
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
