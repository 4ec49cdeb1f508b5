import { Trans } from '#client/i18n/Trans.tsx';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Notice } from '#client/ui/feedback.tsx';
import { DismissButton } from '#client/ui/overlays.tsx';
import { clientName } from '../clientName';
import { selectAccountNotice } from '../selectors';
import { type AccountNotice as AccountEvent, noticeDismissed } from '../devices/slice';

function sentence(notice: AccountEvent): string {
  if (notice.about === 'signIn')
    return t('Your account was signed in with {device}.', { device: clientName(notice.session.userAgent) });
  if (notice.about === 'email') return t('Your email address was changed on another device.');
  if (notice.about === 'phone') return t('Your phone number was changed on another device.');
  if (notice.about === 'phones') return t('A phone was connected to your account.');
  return t('Two-step sign-in was changed on another device.');
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
          {sentence(notice)}{' '}
          <Trans
            message="If that was not you, <link>check your devices</link>."
            tags={{ link: <Link to="/account" /> }}
          />
        </span>
        <DismissButton onClick={() => dispatch(noticeDismissed())} />
      </div>
    </Notice>
  );
}
