import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import type { Factor } from '#contract/factors';
import { Button } from '#client/ui/Button.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { Section } from '#client/ui/Section.tsx';
import { factorRemovalAsked, questionAsked } from '../account/slice';
import { selectAreFactorsOffered, selectFactors, selectRecoveryCodesLeft } from '../selectors';

const nameOf = (kind: Factor['kind']): string => (kind === 'totp' ? t('Authenticator app') : t('Passkey'));

/** The second step of the sign-in: what the account has, and what it can have. */
export function FactorsSection() {
  const dispatch = useAppDispatch();
  const factors = useAppSelector(selectFactors);
  if (!useAppSelector(selectAreFactorsOffered)) return null;
  return (
    <Section title={t('Two-step Sign-in')}>
      <p className="account-hint">
        {factors.length > 0
          ? t('After your password, signing in also asks for one of these.')
          : t('With a second step, your password alone lets no one into your account.')}
      </p>
      {factors.length > 0 ? (
        <ul className="account-members" role="list" aria-label={t('Two-step Sign-in')}>
          {factors.map(({ id, kind, createdAt }) => (
            <li key={id} ref={focusNeighbourOnRemoval} className="account-member">
              <span className="account-member-text">
                {nameOf(kind)}
                <span className="account-hint">
                  {t('Added {date}', {
                    date: new Date(createdAt).toLocaleDateString('en', { dateStyle: 'medium' }),
                  })}
                </span>
              </span>
              <Button onClick={() => dispatch(factorRemovalAsked({ id }))}>
                {t('Remove')}
                <span className="visually-hidden"> {nameOf(kind)}</span>
              </Button>
            </li>
          ))}
          <RecoveryCodes />
        </ul>
      ) : null}
      <div className="account-buttons">
        <Button onClick={() => dispatch(questionAsked('addTotp'))}>{t('Add an authenticator app')}</Button>
        <Button onClick={() => dispatch(questionAsked('addPasskey'))}>{t('Add a passkey')}</Button>
      </div>
    </Section>
  );
}

/** How many recovery codes are left. An account with a second factor needs one when its phone is lost. */
function RecoveryCodes() {
  const dispatch = useAppDispatch();
  const left = useAppSelector(selectRecoveryCodesLeft);
  if (left === null) return null;
  return (
    <li className="account-member">
      <span className="account-member-text">
        {t('Recovery codes')}
        <span className="account-hint">
          {left === 0 ? t('None left: make new ones') : t('{left} of 10 not used yet', { left })}
        </span>
      </span>
      <Button onClick={() => dispatch(questionAsked('renewCodes'))}>{t('Make new codes')}</Button>
    </li>
  );
}
