import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BottomBar, Panel } from '#client/ui/MapScreen.tsx';
import { Dialog } from '#client/ui/overlays.tsx';
import { PersonList, PersonRow } from '#client/ui/people.tsx';

function SosExample() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>SOS</button>
      <Dialog open={open} title="Send an SOS" onClose={() => setOpen(false)}>
        <input aria-label="Message (optional)" />
      </Dialog>
    </>
  );
}

describe('Dialog', () => {
  test('given an open dialog, when Escape is pressed, then it closes and focus is back on its button', async () => {
    const user = userEvent.setup();
    render(<SosExample />);
    await user.click(screen.getByRole('button', { name: 'SOS' }));
    screen.getByRole('dialog', { name: 'Send an SOS' });
    await user.click(screen.getByLabelText('Message (optional)'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'SOS' }));
  });
});

function PanelExample() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Family members</button>
      <Panel title="Family Members" open={open} onClose={() => setOpen(false)}>
        <a href="#profile">Ana</a>
      </Panel>
    </>
  );
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

describe('Panel', () => {
  const original = window.matchMedia;

  afterEach(() => {
    window.matchMedia = original;
  });

  test('given a narrow page, when the panel is opened, then it is a dialog with focus on its heading', async () => {
    const user = userEvent.setup();
    render(<PanelExample />);
    expect(screen.queryByText('Ana')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Family members' }));
    screen.getByRole('dialog', { name: 'Family Members' });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Family Members' }));
  });

  test('given an open panel on a narrow page, when it is closed, then focus is back on its button', async () => {
    const user = userEvent.setup();
    render(<PanelExample />);
    await user.click(screen.getByRole('button', { name: 'Family members' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Family members' }));
  });

  test('given a wide page, when it is shown, then the panel is visible, and its button moves the focus in', async () => {
    wide();
    const user = userEvent.setup();
    render(<PanelExample />);
    screen.getByRole('complementary', { name: 'Family Members' });
    await user.click(screen.getByRole('button', { name: 'Family members' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Family Members' }));
  });
});

describe('BottomBar', () => {
  test('given a badge, when the bar is shown, then the name stays and the count describes it', () => {
    render(
      <BottomBar
        items={[
          {
            label: 'Alerts',
            icon: <i />,
            badge: 3,
            badgeLabel: '3 unread',
            renderLink: ({ children, ...props }) => (
              <a href="#alerts" {...props}>
                {children}
              </a>
            ),
          },
        ]}
      />,
    );
    const link = screen.getByRole('link', { name: 'Alerts' });
    expect(document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      '3 unread',
    );
  });
});

describe('PersonRow', () => {
  test.each([
    ['fresh', 'Seen in the last 10 minutes'],
    ['stale', 'Not seen for 10 minutes'],
  ] as const)('given a %s position, when the row is shown, then the dot has words: %s', (presence, words) => {
    render(
      <PersonList label="Members">
        <PersonRow
          id="7"
          name="Ana Kovač"
          presence={presence}
          line="Last updated 2 minutes ago"
          renderLink={({ children, ...props }) => (
            <a href="#7" {...props}>
              {children}
            </a>
          )}
        />
      </PersonList>,
    );
    expect(screen.getByRole('img', { name: words })).toBeTruthy();
    expect(screen.getByRole('link', { name: /Ana Kovač/ })).toBeTruthy();
  });
});
