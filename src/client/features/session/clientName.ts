import { t } from '#client/i18n/text';
import { readUserAgent } from '#shared/userAgent';

/** The name of the browser and the system, such as 'Firefox on Android'. */
export function clientName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent);
  if (browser === undefined)
    return system === undefined ? t('Another app') : t('An app on {system}', { system });
  return system === undefined ? browser : t('{browser} on {system}', { browser, system });
}
