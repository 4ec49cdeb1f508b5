import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { PeoplePanel } from '#client/ui/PeoplePanel.tsx';
import type { SheetHeight } from '#client/ui/useSheetDrag';

interface ExampleProps {
  start?: SheetHeight;
  hasCard?: boolean;
  listKey?: string;
}

function Example({ start = 'half', hasCard = false, listKey = 'f1' }: ExampleProps) {
  const [height, setHeight] = useState<SheetHeight>(start);
  const [focusRequests, setRequests] = useState(0);
  return (
    <>
      <button onClick={() => setRequests(focusRequests + 1)}>Family members</button>
      <output>{height}</output>
      <PeoplePanel
        title="Family Members"
        subtitle="The Marins"
        isTitleShown={!hasCard}
        height={height}
        focusRequests={focusRequests}
        onHeight={setHeight}
        listKey={listKey}
        startsWith=""
        scrollTop={0}
        onLeave={jest.fn()}
        top={<p>Sharing with The Marins</p>}
      >
        <a href="#ana">Ana</a>
      </PeoplePanel>
    </>
  );
}

const height = () => screen.getByRole('status').textContent;
const sheet = () => screen.getByRole('complementary', { name: 'Family Members' });

/** The test environment knows no pointer events of its own. */
const pointer = (type: string, clientY: number, { pointerId = 1, buttons = 1 } = {}) =>
  Object.assign(new MouseEvent(type, { bubbles: true, button: 0, buttons, clientY }), {
    isPrimary: true,
    pointerId,
    pointerType: 'mouse',
  });

/** Drags from the link by a distance in CSS pixels, one move in 100 ms. */
function drag(distance: number): void {
  const link = screen.getByRole('link', { name: 'Ana' });
  fireEvent(link, pointer('pointerdown', 400));
  fireEvent(sheet(), pointer('pointermove', 400 + distance / 2));
  fireEvent(sheet(), pointer('pointermove', 400 + distance));
  fireEvent(sheet(), pointer('pointerup', 400 + distance));
}

function wide(): void {
  window.matchMedia = (media) =>
    ({
      media,
      matches: true,
      addEventListener: jest.fn(),
      removeEventListener: jest.fn(),
    }) as unknown as MediaQueryList;
}

describe('PeoplePanel', () => {
  const original = window.matchMedia;

  beforeEach(() => {
    // The test environment lays nothing out and captures no pointer.
    HTMLElement.prototype.setPointerCapture = jest.fn();
  });

  afterEach(() => {
    window.matchMedia = original;
  });

  test('given a scrolled list, when it is that of another family, then it begins at its start', () => {
    const { rerender } = render(<Example />);
    const body = sheet().querySelector<HTMLElement>('.sheet-body') ?? document.body;
    body.scrollTop = 500;
    rerender(<Example listKey="f1" />);
    expect(body.scrollTop).toBe(500);
    rerender(<Example listKey="f2" />);
    expect(body.scrollTop).toBe(0);
  });

  test('given a half sheet, when its handle is pressed twice, then it is full and half again', async () => {
    const user = userEvent.setup();
    render(<Example />);
    await user.click(screen.getByRole('button', { name: 'Show more of the list' }));
    expect(height()).toBe('full');
    await user.click(screen.getByRole('button', { name: 'Show more of the map' }));
    expect(height()).toBe('half');
  });

  test('given the keys up and down on the handle, then the sheet goes one height further, not beyond', async () => {
    const user = userEvent.setup();
    render(<Example />);
    screen.getByRole('button', { name: 'Show more of the list' }).focus();
    const heights = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
      await user.keyboard(`{${key}}`);
      heights.push(height());
    }
    expect(heights).toEqual(['peek', 'peek', 'half', 'full', 'full']);
  });

  test('given a full sheet, when Escape is pressed or it is closed, then it is half', async () => {
    const user = userEvent.setup();
    render(<Example start="full" />);
    screen.getByRole('link', { name: 'Ana' }).focus();
    await user.keyboard('{Escape}');
    expect(height()).toBe('half');
  });

  test('given a half sheet, when Escape is pressed, then what it shows and the focus stay', async () => {
    const user = userEvent.setup();
    render(<Example />);
    const link = screen.getByRole('link', { name: 'Ana' });
    link.focus();
    await user.keyboard('{Escape}');
    expect(height()).toBe('half');
    expect(document.activeElement).toBe(link);
  });

  test('given the focus in the list, when the sheet is flung below it, then the handle has it', () => {
    render(<Example />);
    screen.getByRole('link', { name: 'Ana' }).focus();
    drag(300);
    expect(height()).toBe('peek');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show more of the list' }));
  });

  test('given a half sheet, when it is flung up or down, then it goes to the next height', () => {
    render(<Example />);
    drag(-300);
    expect(height()).toBe('full');
  });

  test('given a mouse that leaves the sheet before its press is a drag, then the sheet follows it', () => {
    render(<Example />);
    fireEvent(screen.getByRole('link', { name: 'Ana' }), pointer('pointerdown', 400));
    fireEvent(document.body, pointer('pointermove', 250));
    fireEvent(document.body, pointer('pointermove', 100));
    fireEvent(document.body, pointer('pointerup', 100));
    expect(height()).toBe('full');
  });

  test.each([
    ['another finger', { pointerId: 2 }],
    ['a mouse without a pressed button', { buttons: 0 }],
  ])('given a press on the sheet, when %s moves, then the sheet stays', (_what, change) => {
    render(<Example />);
    fireEvent(screen.getByRole('link', { name: 'Ana' }), pointer('pointerdown', 400));
    fireEvent(document.body, pointer('pointermove', 250, change));
    fireEvent(document.body, pointer('pointermove', 100, change));
    fireEvent(document.body, pointer('pointerup', 100, change));
    expect(height()).toBe('half');
    expect(sheet().style.translate).toBe('');
  });

  test('given a half sheet, when the finger moves by a few pixels, then it stays and takes no pointer', () => {
    render(<Example />);
    drag(-6);
    expect(height()).toBe('half');
    expect(HTMLElement.prototype.setPointerCapture).not.toHaveBeenCalled();
  });

  test('given a full sheet that begins with a card, then the card alone has a close button', async () => {
    render(<Example start="full" hasCard />);
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Show more of the map' }));
    expect(height()).toBe('half');
  });

  test('given a full sheet, when its list is dragged, then the list scrolls and the sheet stays', () => {
    render(<Example start="full" />);
    drag(300);
    expect(height()).toBe('full');
  });

  test.each(['narrow', 'wide'])(
    'given a %s page, when the keyboard is asked into the panel, then its heading has the focus',
    async (width) => {
      if (width === 'wide') wide();
      const user = userEvent.setup();
      render(<Example />);
      await user.click(screen.getByRole('button', { name: 'Family members' }));
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Family Members' }));
    },
  );
});
