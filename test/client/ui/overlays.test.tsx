import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BottomBar } from '#client/ui/MapScreen.tsx';
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
