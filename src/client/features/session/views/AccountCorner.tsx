import { Trans } from '#client/i18n/Trans.tsx';
import { t } from '#client/i18n/text';
import { appearanceChosen } from '../device/slice';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { ThemeSwitch } from '#client/ui/ThemeSwitch.tsx';
import { selectAppearance, selectUser } from '../selectors';
import { signOutRequested } from '../slice';

/** Who is signed in, the colours, and the way out. */
export function AccountCorner() {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const user = useAppSelector(selectUser);
  const appearance = useAppSelector(selectAppearance);
  return (
    <div className="account-corner">
      <Link to="/account" className="account-corner-name">
        <Trans
          message="<what>Account Settings of </what>{name}"
          values={{ name: user?.name }}
          tags={{ what: <span className="account-corner-what" /> }}
        />
      </Link>
      <ThemeSwitch theme={appearance} onChange={(chosen) => dispatch(appearanceChosen(chosen))} />
      <Button variant="quiet" onClick={() => dispatch(signOutRequested())}>
        {t('Logout')}
      </Button>
    </div>
  );
}
