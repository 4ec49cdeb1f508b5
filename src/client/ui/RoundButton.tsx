import type { ComponentProps, ReactNode } from 'react';
import './button.css';
import './round-button.css';

export interface RoundButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name, also shown as the tooltip. */
  label: string;
  icon: ReactNode;
  /** Highlights the button because it is switched on. The label should say what the next press does. */
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

/**
 * A flat button of 44 px with an icon only, for headers, fields and rows. Where it can do nothing it keeps the focus, so that
 * the last step through days does not lose it.
 */
export function IconButton({
  label,
  icon,
  className,
  disabled,
  onClick,
  ...rest
}: Omit<RoundButtonProps, 'active' | 'tone'>) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className={className ? `icon-button ${className}` : 'icon-button'}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  );
}
