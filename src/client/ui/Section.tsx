import type { ReactNode } from 'react';
import './section.css';

export interface SectionProps {
  /** Its h2. */
  title: string;
  /** What one can do with all of it. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page with its heading. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <section className="section">
      <div className="section-head">
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
