import { t } from '#client/i18n/text';
import { readUserAgent } from '#shared/userAgent';

/** Browser and system in words, such as 'Firefox on Android'. */
export function clientName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent);
  if (browser === undefined)
    return system === undefined ? t('Another app') : t('An app on {system}', { system });
  return system === undefined ? browser : t('{browser} on {system}', { browser, system });
}
