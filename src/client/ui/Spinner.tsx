import './spinner.css';

/** A small turning ring for inside a control that is busy; the control's own words say what it does. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
