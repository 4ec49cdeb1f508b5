import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
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
  const isOff = disabled || busy;
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    // A disabled button loses the focus; it gets the focus back when it is enabled again.
    if (!isOff && hadFocus.current && document.activeElement === document.body) button.current?.focus();
    hadFocus.current = isOff === true && document.activeElement === button.current;
  }, [isOff]);
  return (
    <button
      ref={button}
      type="button"
      {...rest}
      className={className ? `${variantClass} ${className}` : variantClass}
      disabled={isOff}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
