import type { Import } from '#contract/imports';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector, useNavigation } from '#client/store/hooks';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/controls.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { focusNeighbourOnRemoval } from '#client/ui/focusNeighbour';
import { selectUser } from '#client/features/session/selectors';
import { chooseAgainText, contentText, formatName, leftOutText } from '../messages';
import { selectImports } from '../selectors';
import { importAccepted, undoAsked, undoConfirmed } from '../slice';

/** One imported file, with its content and the actions on it. */
export function ImportCard({ found }: { found: Import }) {
  const { busy, failure, list, question } = useAppSelector(selectImports);
  const chooseAgain = chooseAgainText(found, list ?? []);
  const leftOut = leftOutText(found);
  const isBusy = busy?.id === found.id;
  const error = !busy && failure?.id === found.id ? failure.error : null;
  return (
    <li ref={focusNeighbourOnRemoval} className="imports-card">
      <h3 className="imports-name">{found.name}</h3>
      <p className="imports-hint">
        {formatName(found.format)} · {contentText(found)}
      </p>
      {leftOut === null ? null : <p className="imports-hint">{leftOut}</p>}
      {found.state === 'read' ? (
        <Decision found={found} isBusy={isBusy} isAsked={chooseAgain !== null} />
      ) : (
        <Accepted found={found} />
      )}
      {question === found.id ? <UndoQuestion {...found} chooseAgain={chooseAgain} /> : null}
      {error ? <Notice kind="error">{errorMessage(error)}</Notice> : null}
    </li>
  );
}

interface DecisionProps {
  found: Import;
  isBusy: boolean;
  /** Discarding it changes what to do with other files, so that it is asked first. */
  isAsked: boolean;
}

function Decision({ found: { id, fixes }, isBusy, isAsked }: DecisionProps) {
  const dispatch = useAppDispatch();
  return (
    <div className="imports-actions">
      {fixes > 0 ? (
        <Button
          variant="primary"
          busy={isBusy}
          onClick={() => dispatch(importAccepted({ id, shared: false }))}
        >
          {t('Add to my history')}
        </Button>
      ) : null}
      <Button disabled={isBusy} onClick={() => dispatch(isAsked ? undoAsked(id) : undoConfirmed({ id }))}>
        {t('Discard')}
      </Button>
    </div>
  );
}

function Accepted({ found: { id, shared } }: { found: Import }) {
  const dispatch = useAppDispatch();
  const { Link } = useNavigation();
  const me = useAppSelector(selectUser);
  return (
    <>
      <Switch
        label={t('My families see it too')}
        checked={shared}
        onChange={({ target }) => dispatch(importAccepted({ id, shared: target.checked }))}
      />
      <div className="imports-actions">
        <Link to={`/history/${encodeURIComponent(me?.id ?? '')}`} className={buttonClass()}>
          {t('See my history')}
        </Link>
        <Button onClick={() => dispatch(undoAsked(id))}>{t('Undo import')}</Button>
      </div>
    </>
  );
}

interface UndoQuestionProps extends Pick<Import, 'id' | 'name'> {
  chooseAgain: string | null;
}

function UndoQuestion({ id, name, chooseAgain }: UndoQuestionProps) {
  const dispatch = useAppDispatch();
  return (
    <div
      ref={focusNeighbourOnRemoval}
      className="imports-question"
      role="group"
      aria-label={t('Undo import')}
    >
      <p>{t('All positions of {name} go for good. What was there before stays.', { name })}</p>
      {chooseAgain === null ? null : <p>{chooseAgain}</p>}
      <div className="imports-actions">
        <Button variant="danger" onClick={() => dispatch(undoConfirmed({ id }))}>
          {t('Remove them')}
        </Button>
        <Button onClick={() => dispatch(undoAsked(null))}>{t('Keep them')}</Button>
      </div>
    </div>
  );
}
