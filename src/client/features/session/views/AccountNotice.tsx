import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Notice } from '#client/ui/feedback.tsx';
import { DismissButton } from '#client/ui/overlays.tsx';
import { clientName } from '../clientName';
import { selectAccountNotice } from '../devices/selectors';
import { type AccountNotice as AccountEvent, noticeDismissed } from '../devices/slice';

function sentence(notice: AccountEvent): string {
  if (notice.about === 'signIn')
    return `Your account was signed in with ${clientName(notice.session.userAgent)}.`;
  return notice.about === 'email'
    ? 'Your email address was changed on another device.'
    : 'Two-step sign-in was changed on another device.';
}

/** Says once what another device did with the account. */
export function AccountNotice() {
  const dispatch = useAppDispatch();
  const notice = useAppSelector(selectAccountNotice);
  const { Link } = useNavigation();
  if (!notice) return null;
  return (
    <Notice>
      <div className="notice-row">
        <span>
          {sentence(notice)} If that was not you, <Link to="/account">check your devices</Link>.
        </span>
        <DismissButton onClick={() => dispatch(noticeDismissed())} />
      </div>
    </Notice>
  );
}
