import { t } from '#client/i18n/text';
import { AdministrationOutcome } from './AdministrationOutcome';
import { selectCodeShown, selectQrShown } from '../administration/selectors';
import { codeToggled, qrToggled } from '../administration/slice';
import { useAppDispatch, useAppSelector, useInviteCode, useInviteLink } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { EyeIcon, EyeOffIcon } from '#client/ui/formIcons.tsx';
import { QrCode } from '#client/ui/QrCode.tsx';
import { Section } from '#client/ui/Section.tsx';
import { SelectField } from '#client/ui/controls.tsx';
import { formatInviteCode } from '../messages';
import { selectAmAdmin, selectFamilies } from '../selectors';
import { type Family, familySelected } from '../slice';
import { questionAsked } from '../administration/slice';
import { CodeCopyButton, CodeCopyOutcome, LinkButtons, LinkCopyOutcome } from './InviteCopies';

const MASKED = '•••••-•••••';

interface FamilyProps {
  family: Family;
}

/** The invitation of a family: its code as text, link and QR code. */
export function InviteSection({ family }: FamilyProps) {
  const dispatch = useAppDispatch();
  const families = useAppSelector(selectFamilies);
  return (
    <Section title={t('Family Invite Code')}>
      <p className="account-hint">{t('Share this code with family members so they can join your group')}</p>
      <SelectField
        label={t('Family')}
        value={family.id}
        onChange={(event) => dispatch(familySelected({ familyId: event.target.value }))}
        options={[
          { value: '', label: t('Select a family') },
          ...families.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Code family={family} />
      <Link family={family} />
      <NewCode family={family} />
    </Section>
  );
}

function Code({ family: { id } }: FamilyProps) {
  const dispatch = useAppDispatch();
  const code = useInviteCode(id);
  const shown = useAppSelector(selectCodeShown);
  return (
    <div className="account-code">
      {shown && code !== null ? (
        <p className="account-code-text">{formatInviteCode(code)}</p>
      ) : (
        <p className="account-code-text">
          <span aria-hidden="true">{MASKED}</span>
          <span className="visually-hidden">{t('The code is hidden')}</span>
        </p>
      )}
      <div className="account-buttons">
        <Button
          icon={shown ? <EyeOffIcon /> : <EyeIcon />}
          disabled={code === null}
          onClick={() => dispatch(codeToggled())}
        >
          {t(shown ? 'Hide' : 'Show')}
        </Button>
        <CodeCopyButton familyId={id} disabled={code === null} />
      </div>
      <CodeCopyOutcome />
    </div>
  );
}

function Link({ family }: FamilyProps) {
  const dispatch = useAppDispatch();
  const link = useInviteLink(family.id);
  const shown = useAppSelector(selectQrShown);
  if (link === null) return null;
  return (
    <>
      <div className="account-buttons">
        <LinkButtons family={family} />
        <Button aria-expanded={shown} onClick={() => dispatch(qrToggled())}>
          {t(shown ? 'Hide QR code' : 'Show QR code')}
        </Button>
      </div>
      <LinkCopyOutcome link={link} />
      {shown ? (
        <QrCode text={link} label={t('QR code that leads to joining {family}', { family: family.name })} />
      ) : null}
    </>
  );
}

/** For admins: a code that went too far is made worthless. */
function NewCode({ family: { id } }: FamilyProps) {
  const dispatch = useAppDispatch();
  const amAdmin = useAppSelector(selectAmAdmin);
  if (!amAdmin) return null;
  return (
    <div className="account-way">
      <p>{t('Has the code gone too far? A new one makes it worthless.')}</p>
      <Button onClick={() => dispatch(questionAsked({ about: 'newCode', familyId: id }))}>
        {t('Make a new code')}
      </Button>
      <AdministrationOutcome task="code" />
    </div>
  );
}
