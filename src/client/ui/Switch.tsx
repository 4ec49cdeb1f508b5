import type { ComponentProps, ReactNode } from 'react';
import './switch.css';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: string;
  icon?: ReactNode;
}

/** Something that is either on or off, and takes effect with the press or with its form. */
export function Switch({ label, icon, className, ...rest }: SwitchProps) {
  return (
    <label className={className ? `switch ${className}` : 'switch'}>
      {icon}
      <span className="switch-label">{label}</span>
      <input {...rest} type="checkbox" className="switch-input" />
    </label>
  );
}
