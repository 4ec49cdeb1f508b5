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

/** @returns the ref of a control that loses the focus while it is disabled, and gets it back when it is enabled again */
export function useFocusBack<Control extends HTMLElement>(isOff: boolean | undefined) {
  const control = useRef<Control>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!isOff && hadFocus.current && document.activeElement === document.body)
      // The user may have scrolled on meanwhile.
      control.current?.focus({ preventScroll: true });
    hadFocus.current = isOff === true && document.activeElement === control.current;
  }, [isOff]);
  return control;
}

/** A button with words. It submits nothing unless `type="submit"` is given. */
export function Button({ variant, busy, icon, wide, className, children, disabled, ...rest }: ButtonProps) {
  const variantClass = buttonClass(variant, wide);
  const isOff = disabled || busy;
  return (
    <button
      ref={useFocusBack(isOff)}
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
