import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/controls.tsx';
import { RoundButton } from '#client/ui/RoundButton.tsx';
import { PasswordStrength } from '#client/ui/PasswordStrength.tsx';
import { TextField } from '#client/ui/Form.tsx';
import { Tabs } from '#client/ui/Tabs.tsx';

describe('Button', () => {
  test('given a button that is busy, when it is shown, then it is disabled and says what it does', () => {
    render(<Button busy>Signing in...</Button>);
    const button = screen.getByRole('button', { name: 'Signing in...' });
    expect(button).toHaveProperty('disabled', true);
    expect(button.getAttribute('aria-busy')).toBe('true');
  });

  test('given a button in a form, when no type is given, then it does not submit', () => {
    render(<Button>Cancel</Button>);
    expect(screen.getByRole('button').getAttribute('type')).toBe('button');
  });
});

describe.each([
  ['button', (isOff: boolean) => <Button disabled={isOff}>Messages</Button>],
  ['checkbox', (isOff: boolean) => <Switch label="Messages" disabled={isOff} />],
] as const)('a %s that is disabled while it is busy', (role, draw) => {
  function show() {
    const page = (isOff: boolean) => (
      <>
        {draw(isOff)}
        <a href="/">Map</a>
      </>
    );
    const { rerender } = render(page(false));
    const control = screen.getByRole(role);
    control.focus();
    rerender(page(true));
    const link = screen.getByRole('link');
    act(() => link.focus());
    return { control, link, enable: () => rerender(page(false)) };
  }

  test('given it had the focus, when it is enabled again, then it has the focus', () => {
    const { control, link, enable } = show();
    // Browsers take the focus from a disabled element.
    act(() => link.blur());
    enable();
    expect(document.activeElement).toBe(control);
  });

  test('given the focus is elsewhere meanwhile, when it is enabled again, then the focus stays there', () => {
    const { link, enable } = show();
    enable();
    expect(document.activeElement).toBe(link);
  });
});

describe('RoundButton', () => {
  test('given an active round button, when it is shown, then its label is its name', () => {
    render(<RoundButton label="Stop sharing my location" icon={<i />} active />);
    const button = screen.getByRole('button', { name: 'Stop sharing my location' });
    expect(button.dataset['active']).toBe('true');
  });
});

describe('TextField', () => {
  test('given an error and a hint, when the field is shown, then both are tied to it', () => {
    render(<TextField label="Email address" error="Enter an email address" hint="Only you see it" />);
    const field = screen.getByLabelText('Email address');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Enter an email address',
      'Only you see it',
    ]);
  });

  test('given a password, when it is asked to be shown, then it can be read, and hidden again', async () => {
    const user = userEvent.setup();
    render(<TextField label="Password" type="password" />);
    const field = screen.getByLabelText('Password');
    await user.type(field, 'secret');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toMatchObject({ type: 'text', value: 'secret' });
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field).toMatchObject({ type: 'password', value: 'secret' });
  });
});

describe('PasswordStrength', () => {
  test.each([
    [0, 'Weak'],
    [2, 'Weak'],
    [3, 'Moderate'],
    [4, 'Strong'],
    [5, 'Strong'],
  ])('given the score %p, when it is shown, then the meter reads %p', (score, word) => {
    render(<PasswordStrength score={score} />);
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe(word);
    expect(screen.getByText(word)).toBeTruthy();
  });
});

function Example() {
  const [selected, setSelected] = useState<'create' | 'join'>('create');
  return (
    <Tabs
      label="How to start"
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'create', label: 'Create Family', content: <input aria-label="Family Name" /> },
        { id: 'join', label: 'Join Family', content: <input aria-label="Invitation Code" /> },
      ]}
    />
  );
}

describe('Tabs', () => {
  test('given tabs, when arrows, Home and End are pressed, then focus and selection follow', async () => {
    const user = userEvent.setup();
    render(<Example />);
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Create Family', selected: true }));
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Join Family', selected: true }));
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Create Family');
    await user.keyboard('{End}');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Join Family');
    await user.keyboard('{Home}');
    expect(screen.getByRole('tabpanel', { name: 'Create Family' })).toBeTruthy();
  });

  test('given tabs, when Tab is pressed on one, then focus goes into its panel', async () => {
    const user = userEvent.setup();
    render(<Example />);
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('Family Name'));
  });
});
