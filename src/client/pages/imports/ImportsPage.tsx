import { t } from '#client/i18n/text';
import { ExportSection } from '#client/features/locations/imports/views/ExportSection.tsx';
import { ImportSection } from '#client/features/locations/imports/views/ImportSection.tsx';
import { NetworkBanner } from '#client/features/session/views/NetworkBanner.tsx';
import { AppHeader } from '#client/ui/AppHeader.tsx';
import { Page } from '#client/ui/Section.tsx';
import { BackLink } from '../BackLink';
import './imports.css';

/** /imports: positions from files, and into files. */
export function ImportsPage() {
  return (
    <Page header={<AppHeader title={t('Import and export')} leading={<BackLink />} />}>
      <NetworkBanner offline={t('Files can be sent once you are back.')} />
      <ImportSection />
      <ExportSection />
    </Page>
  );
}
