import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { addMonths, dayAfterKey, monthOf, weeksOf } from '#client/features/locations/history/calendar';
import { MonthGrid } from '#client/ui/MonthGrid.tsx';

/** A calendar of November 2026, in which the 20th is today and later days are disabled. */
function Calendar({ onChoose, onClose }: { onChoose: (id: string) => void; onClose: () => void }) {
  const [month, setMonth] = useState('2026-11');
  return (
    <MonthGrid
      label={month}
      weekdays={['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']}
      weeks={weeksOf(month).map((week) =>
        week.map((id) =>
          id === null
            ? null
            : {
                id,
                label: id,
                content: id.slice(-2),
                isChosen: id === '2026-11-16',
                isToday: id === '2026-11-20',
                isDisabled: id > '2026-11-20',
                hasData: false,
              },
        ),
      )}
      initialId={month === '2026-11' ? '2026-11-16' : `${month}-01`}
      dayAfterKey={dayAfterKey}
      onMove={(id) => setMonth(monthOf(id))}
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}

const day = (id: string) => screen.getByRole('button', { name: id });

describe('a month', () => {
  it('given the tab key, then one day has the focus, and keys lead to others and choose them', async () => {
    const [onChoose, onClose] = [jest.fn(), jest.fn()];
    const user = userEvent.setup();
    render(<Calendar onChoose={onChoose} onClose={onClose} />);
    await user.tab();
    expect(document.activeElement).toBe(day('2026-11-16'));
    await user.keyboard('{ArrowRight}{ArrowUp}{Enter}');
    expect(document.activeElement).toBe(day('2026-11-10'));
    expect(onChoose.mock.calls).toEqual([['2026-11-10']]);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('given a key that leads to another month, then that month is shown with the focus on the day', async () => {
    const user = userEvent.setup();
    render(<Calendar onChoose={() => undefined} onClose={() => undefined} />);
    await user.tab();
    await user.keyboard('{PageUp}');
    expect(screen.getByRole('grid', { name: addMonths('2026-11', -1) })).toBeTruthy();
    expect(document.activeElement).toBe(day('2026-10-16'));
  });

  it('given the chosen day and days to come, then they are marked', () => {
    render(<Calendar onChoose={() => undefined} onClose={() => undefined} />);
    const selected = screen.getAllByRole('gridcell').filter((cell) => cell.ariaSelected === 'true');
    expect(selected.map((cell) => cell.textContent)).toEqual(['16']);
    expect(day('2026-11-20').getAttribute('aria-current')).toBe('date');
    expect(day('2026-11-21').hasAttribute('disabled')).toBe(true);
  });
});
