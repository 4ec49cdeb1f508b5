import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Switch } from '#client/ui/controls.tsx';
import { settingChosen } from '../administration/slice';
import { selectAmAdmin } from '../selectors';
import type { Family } from '../slice';
import { AdministrationOutcome, useAdministrationTask } from './AdministrationOutcome';

/** What the family has decided for all its members: admins change it, the others see it. */
export function FamilySettings({ family }: { family: Family }) {
  const { showsEarlierMessages, keepsGeofences } = family;
  const amAdmin = useAppSelector(selectAmAdmin);
  // Other servers have no settings.
  if (showsEarlierMessages === undefined || keepsGeofences === undefined) return null;
  return (
    <div className="account-card account-settings">
      <h3>{t('Family settings')}</h3>
      {amAdmin ? null : <p className="account-hint">{t('Only an admin can change these.')}</p>}
      <Setting
        family={family}
        name="showsEarlierMessages"
        label={t('New members see earlier messages')}
        checked={showsEarlierMessages}
      />
      <Setting
        family={family}
        name="keepsGeofences"
        label={t('Keep the places of deleted accounts')}
        checked={keepsGeofences}
      />
      <AdministrationOutcome task="settings" />
    </div>
  );
}

interface SettingProps {
  family: Family;
  name: 'showsEarlierMessages' | 'keepsGeofences';
  label: string;
  checked: boolean;
}

function Setting({ family, name, label, checked }: SettingProps) {
  const dispatch = useAppDispatch();
  const amAdmin = useAppSelector(selectAmAdmin);
  const { busy } = useAdministrationTask('settings');
  return (
    <Switch
      label={label}
      checked={checked}
      disabled={busy || !amAdmin}
      onChange={() => dispatch(settingChosen({ familyId: family.id, settings: { [name]: !checked } }))}
    />
  );
}
