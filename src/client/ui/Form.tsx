import type { ComponentProps } from 'react';
import './form.css';

/** A form with the usual distance between its fields. The browser's own bubbles are off: errors stand by the fields. */
export function Form({ className, ...rest }: ComponentProps<'form'>) {
  return <form noValidate {...rest} className={className ? `form ${className}` : 'form'} />;
}
