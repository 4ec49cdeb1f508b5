import type { ReactNode } from 'react';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { selectPermission } from '#client/features/alerts/selectors';
import { selectFirstSteps, selectSelectedSteps } from '#client/features/families/firstSteps/selectors';
import { firstStepsToggled, skippedStepsShown } from '#client/features/families/firstSteps/slice';
import { FIRST_STEPS } from '#client/features/families/firstSteps/storage';
import { selectSelectedFamily } from '#client/features/families/selectors';
import { selectIsShared, selectKnowsSharing } from '#client/features/locations/whereabouts/selectors';
import { Step } from './Step';
import './first-steps.css';

const TITLE_ID = 'first-steps-title';

interface FirstStepsProps {
  /** One line, which opens: below the members of a family that has others. */
  isFolded: boolean;
}

/**
 * What to do first in each family that was created or joined here; gone once every step is done. Where the others are
 * skipped, a quiet line brings them back.
 */
export function FirstSteps({ isFolded }: FirstStepsProps) {
  const familySteps = useAppSelector(selectSelectedSteps);
  const family = useAppSelector(selectSelectedFamily);
  const canNotify = useAppSelector((state) => !['unsupported', 'denied'].includes(selectPermission(state)));
  const hasPhones = useAppSelector(selectKnowsSharing);
  const isShared = useAppSelector(selectIsShared);
  const steps = FIRST_STEPS.filter(
    (step) => (step !== 'notifications' || canNotify) && (step !== 'phone' || hasPhones),
  );
  if (!family || !familySteps) return null;
  const { done, skipped } = familySteps;
  const left = steps.filter((step) => !done.includes(step));
  if (left.length === 0) return null;
  const offered = steps.filter((step) => !skipped.includes(step));
  // It was, but sharing may have stopped since.
  const doneNow = offered.filter((step) => done.includes(step) && (step !== 'share' || isShared));
  const isOver = left.every((step) => skipped.includes(step));
  const open = (
    <div ref={focusNeighbourOnRemoval} className="first-steps-open">
      <p>{t('Each step is one tap. Skip what you like.')}</p>
      <ul role="list">
        {offered.map((step) => (
          <Step key={step} family={family} step={step} isDone={doneNow.includes(step)} />
        ))}
      </ul>
      {left.some((step) => skipped.includes(step)) ? <ShowSkipped familyId={family.id} /> : null}
    </div>
  );
  return (
    <section ref={focusNeighbourOnRemoval} className="first-steps" aria-labelledby={TITLE_ID}>
      {isOver ? (
        <ShowSkipped familyId={family.id} id={TITLE_ID} />
      ) : isFolded ? (
        <Fold
          title={t('First steps: {done} of {count} done', { done: doneNow.length, count: offered.length })}
        >
          {open}
        </Fold>
      ) : (
        <>
          <h3 id={TITLE_ID} tabIndex={-1}>
            {t('Welcome to {family}', { family: family.name })}
          </h3>
          {open}
        </>
      )}
    </section>
  );
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  const dispatch = useAppDispatch();
  const { isUnfolded } = useAppSelector(selectFirstSteps);
  return (
    <details ref={focusNeighbourOnRemoval} className="invite" open={isUnfolded}>
      <summary
        id={TITLE_ID}
        onClick={(event) => {
          event.preventDefault();
          dispatch(firstStepsToggled());
        }}
      >
        {title}
      </summary>
      {isUnfolded ? children : null}
    </details>
  );
}

function ShowSkipped({ familyId, id }: { familyId: string; id?: string }) {
  const dispatch = useAppDispatch();
  return (
    <Button
      {...(id === undefined ? {} : { id })}
      ref={focusNeighbourOnRemoval}
      variant="quiet"
      onClick={() => dispatch(skippedStepsShown({ familyId }))}
    >
      {t('Show skipped steps')}
    </Button>
  );
}
