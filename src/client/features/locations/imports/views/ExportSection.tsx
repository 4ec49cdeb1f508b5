import { useState } from 'react';
import type { PositionsFormat } from '#contract/imports';
import { errorMessage } from '#client/i18n/errors';
import { t } from '#client/i18n/text';
import { useAppDispatch, useAppSelector } from '#client/store/hooks';
import { Button } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/controls.tsx';
import { Form, TextField } from '#client/ui/Form.tsx';
import { Notice } from '#client/ui/feedback.tsx';
import { Section } from '#client/ui/Section.tsx';
import { formatName } from '../messages';
import { selectImportFailure, selectImports } from '../selectors';
import { type ExportChoice, positionsRequested } from '../slice';

const FORMATS: readonly PositionsFormat[] = ['gpx', 'geojson', 'csv'];

/** Exports the user's positions and stays as a file. */
export function ExportSection() {
  const dispatch = useAppDispatch();
  const [choice, setChoice] = useState<ExportChoice>({ format: 'gpx', from: '', to: '' });
  const { busy } = useAppSelector(selectImports);
  const failure = useAppSelector(selectImportFailure('export'));
  return (
    <Section title={t('Take positions out')}>
      <p className="imports-hint">{t('Your positions and stays. Without days, all of them.')}</p>
      <Form
        className="imports-export"
        onSubmit={(event) => {
          event.preventDefault();
          dispatch(positionsRequested(choice));
        }}
      >
        <TextField
          label={t('From')}
          name="from"
          type="date"
          max={choice.to}
          value={choice.from}
          onChange={({ target }) => setChoice({ ...choice, from: target.value })}
        />
        <TextField
          label={t('To')}
          name="to"
          type="date"
          min={choice.from}
          value={choice.to}
          onChange={({ target }) => setChoice({ ...choice, to: target.value })}
        />
        <SelectField
          label={t('Format')}
          options={FORMATS.map((value) => ({ value, label: formatName(value) }))}
          value={choice.format}
          onChange={({ target }) => setChoice({ ...choice, format: target.value as PositionsFormat })}
        />
        <Button type="submit" busy={busy?.task === 'export'}>
          {t('Download')}
        </Button>
        {failure ? <Notice kind="error">{errorMessage(failure)}</Notice> : null}
      </Form>
    </Section>
  );
}
