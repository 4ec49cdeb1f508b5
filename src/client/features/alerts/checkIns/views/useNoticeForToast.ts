import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { useWhen } from '#client/ui/hooks';
import { selectAnnounced } from '../../selectors';
import { toastDismissed } from '../../slice';

/**
 * Dismisses a toast when a notice on the screen says the same.
 * @param about id of the check-in, or of the request, that the notice is about
 */
export function useNoticeForToast(about: { checkIn: string } | { request: string }): void {
  const dispatch = useAppDispatch();
  const tag = 'checkIn' in about ? `checkin:${about.checkIn}` : `request:${about.request}`;
  const isSaidTwice = useAppSelector((state) => {
    const announced = selectAnnounced(state) ?? [];
    return announced.length > 0 && announced.every((key) => key.split(' ')[1] === tag);
  });
  useWhen(isSaidTwice, () => dispatch(toastDismissed()));
}
