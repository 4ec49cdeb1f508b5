import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import './button.css';

/** A small turning ring for inside a control that is busy; the control's own words say what it does. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends ComponentProps<'button'> {
  /** primary: the one thing to do here; danger: SOS and destruction alone. Default secondary. */
  variant?: ButtonVariant | undefined;
  /** Work is under way: disabled, with a turning ring. The children say what it does, e.g. 'Signing in...'. */
  busy?: boolean | undefined;
  /** An icon before the words. */
  icon?: ReactNode;
  /** Takes the whole width of its container. */
  wide?: boolean | undefined;
}

/** The class of a button's look, for links that should look like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', wide = false): string {
  return `button button-${variant}${wide ? ' button-wide' : ''}`;
}

/** A button with words. It submits nothing unless `type="submit"` is given. */
export function Button({ variant, busy, icon, wide, className, children, disabled, ...rest }: ButtonProps) {
  const variantClass = buttonClass(variant, wide);
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // A button that is disabled loses the focus; whoever pressed it is still there when the work is done.
    if (wasBusy.current && !busy && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = busy ?? false;
  }, [busy]);
  return (
    <button
      ref={button}
      type="button"
      {...rest}
      className={className ? `${variantClass} ${className}` : variantClass}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export interface RoundButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name, also shown as the tooltip. */
  label: string;
  icon: ReactNode;
  /** What the button switches on is on: it stands out. The label should say what the next press does. */
  active?: boolean | undefined;
  /** sos: red, for the SOS button alone. Default plain. */
  tone?: 'plain' | 'sos' | undefined;
}

/** A round button of 52 px that floats over the map, at the thumb. */
export function RoundButton({ label, icon, active, tone = 'plain', className, ...rest }: RoundButtonProps) {
  const variantClass = `round-button round-button-${tone}${active ? ' round-button-active' : ''}`;
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${variantClass} ${className}` : variantClass}
      aria-label={label}
      title={label}
      data-active={active ? 'true' : undefined}
    >
      {icon}
    </button>
  );
}

/** A flat button of 44 px with an icon only, for headers, fields and rows. */
export function IconButton({ label, icon, className, ...rest }: Omit<RoundButtonProps, 'active' | 'tone'>) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `icon-button ${className}` : 'icon-button'}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  );
}
