import { useAppDispatch } from '#client/store/hooks';
import { calendarClosed } from '../slice';

/** Closes the calendar; the focus returns to the button that opened it. */
export function useCloseCalendar(): () => void {
  const dispatch = useAppDispatch();
  return () => {
    dispatch(calendarClosed());
    document.querySelector<HTMLElement>('.history-calendar-button')?.focus();
  };
}
