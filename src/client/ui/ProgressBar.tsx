import './progress-bar.css';

export interface ProgressBarProps {
  /** What is under way, for assistive technology. */
  label?: string | undefined;
}

/** A slim bar along the top of the page for a load that takes long; nobody knows how long. */
export function ProgressBar({ label = 'Loading...' }: ProgressBarProps) {
  return <div className="progress-bar" role="progressbar" aria-label={label} />;
}
